import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, PASSWORD } from "../../test/accounts-rig.ts";
import { createAdmin, resetPassword } from "./index.ts";

const { db, orgs, addUser, as, call, lastAudit } = await accountsRig();
const ADA = { email: "ada@groundcrew.example", password: "quiet kettles fold maps", provider: "Groundcrew" };
const USER = "user@harbor.example";

beforeEach(async () => {
  await db.deleteFrom("users").execute();
  await addUser(USER, orgs.harbor);
});

async function logIn(email: string, password: string): Promise<number> {
  return (await call(NOBODY, "POST /sessions/current", { payload: { email, password } })).statusCode;
}

test("an admin created by an operator can log in, and the audit has an entry", async () => {
  await createAdmin(db, ADA);
  const added = { actor_kind: "server", action: "createAdmin", target: `user ${ADA.email}`, org_id: orgs.provider };
  expect(await lastAudit()).toMatchObject(added);
  const { email, password } = ADA;
  const reply = await call(NOBODY, "POST /sessions/current", { payload: { email, password } });
  expect(reply.json().user).toMatchObject({ can_admin: true, organization: "Groundcrew" });
});

test("a password reset by an operator replaces the old one and ends every session", async () => {
  const user = await as(USER);
  expect((await call(user, "GET /sessions/current")).statusCode).toBe(200);
  await resetPassword(db, { email: USER, password: ADA.password });
  const changed = { actor_kind: "server", action: "resetPassword", target: `user ${USER}`, org_id: orgs.harbor };
  expect(await lastAudit()).toMatchObject(changed);
  // A running server is notified by the database.
  await expect.poll(async () => (await call(user, "GET /sessions/current")).statusCode).toBe(401);
  expect(await logIn(USER, PASSWORD)).toBe(401);
  expect(await logIn(USER, ADA.password)).toBe(201);
});

test("a weak password, a taken email and an unknown user are refused, and nothing changes", async () => {
  await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
  const before = await db.selectFrom("users").selectAll().execute();
  const weak = "The password must have 15 to 128 characters and not be easily guessed.";
  await expect(createAdmin(db, { ...ADA, password: "password" })).rejects.toThrow(weak);
  await expect(resetPassword(db, { email: USER, password: "password" })).rejects.toThrow(weak);
  await expect(createAdmin(db, { ...ADA, email: USER })).rejects.toThrow(
    `${USER} belongs to a user who is not an admin. Choose another email.`,
  );
  await expect(createAdmin(db, { ...ADA, email: "admin@groundcrew.example" })).rejects.toThrow(
    "admin@groundcrew.example is an admin already. To set a new password, use groundcrew admin reset-password.",
  );
  await expect(resetPassword(db, ADA)).rejects.toThrow(`There is no user ${ADA.email}.`);
  await expect(createAdmin(db, { ...ADA, email: "ada" })).rejects.toThrow("ada is not an email address.");
  expect(await db.selectFrom("users").selectAll().execute()).toEqual(before);
});
