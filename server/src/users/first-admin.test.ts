import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY } from "../../test/accounts-rig.ts";
import { ensureFirstAdmin } from "./index.ts";

const { db, orgs, addUser, call, lastAudit } = await accountsRig();
const PROVIDER = "Groundcrew";
const FIRST = { email: "First@Groundcrew.example", password: "otters fold paper maps" };

beforeEach(async () => {
  await db.deleteFrom("users").execute();
});

function admins() {
  return db.selectFrom("users").select(["email", "org_id", "can_admin"]).where("can_admin", "=", true).execute();
}

test("a database without an admin gets one who can log in", async () => {
  await ensureFirstAdmin(db, PROVIDER, FIRST);
  expect(await admins()).toEqual([{ email: "first@groundcrew.example", org_id: orgs.provider, can_admin: true }]);
  const { email, password } = FIRST;
  const reply = await call(NOBODY, "POST /sessions/current", { payload: { email, password } });
  expect(reply.json().user).toMatchObject({ can_admin: true, can_manage: true, organization: "Groundcrew" });
});

test("creating the first admin is recorded in the audit as a change by the server", async () => {
  await ensureFirstAdmin(db, PROVIDER, FIRST);
  expect(await lastAudit()).toMatchObject({
    actor_kind: "server",
    action: "ensureFirstAdmin",
    target: "user first@groundcrew.example",
    org_id: orgs.provider,
  });
});

test("the provider's organization is created if there is none", async () => {
  await ensureFirstAdmin(db, "Another Provider", FIRST);
  const created = await db.selectFrom("organizations").select("id").where("name", "=", "Another Provider").execute();
  expect(await admins()).toMatchObject([{ org_id: created[0]?.id }]);
});

test("servers that start at once create one admin", async () => {
  await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdmin(db, PROVIDER, FIRST)));
  expect(await admins()).toHaveLength(1);
});

test("with an existing admin, nothing changes", async () => {
  await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
  await ensureFirstAdmin(db, PROVIDER, FIRST);
  expect((await admins()).map(({ email }) => email)).toEqual(["admin@groundcrew.example"]);
});

test("the first admin must be configured only if there is no admin, and the error says what is needed", async () => {
  await expect(ensureFirstAdmin(db, PROVIDER, null)).rejects.toThrow("set ADMIN_EMAIL and ADMIN_PASSWORD");
  await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
  await ensureFirstAdmin(db, PROVIDER, null);
});

test("a user who has the configured email does not become admin", async () => {
  await addUser("first@groundcrew.example", orgs.harbor);
  await expect(ensureFirstAdmin(db, PROVIDER, FIRST)).rejects.toThrow(
    "There is no admin, and first@groundcrew.example belongs to another user.",
  );
  expect(await admins()).toEqual([]);
});

test.each(["short", "groundcrew groundcrew", "x".repeat(129)])("the password %j is refused", async (password) => {
  await expect(ensureFirstAdmin(db, PROVIDER, { ...FIRST, password })).rejects.toThrow(
    "The password of the first admin must have 15 to 128 characters and not be easily guessed.",
  );
  expect(await admins()).toEqual([]);
});
