import { CONFIRM_HEADER, CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { beforeEach, expect, test } from "vitest";
import { cookiesOf, PASSWORD } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { signOnRig } from "../../test/sign-on-rig.ts";
import { hashPassword } from "../sessions/index.ts";

const rig = await signOnRig({ hasTwoServers: true });
const { db, clock, orgs, provider, addUser, call, logIn, setUp } = rig;
const USER = "ada@harbor.example";
const ADA = { sub: "ada", email: USER, email_verified: true };
const LAST_WAY = "This is the only way in which you can log in. Set a password or add a passkey first.";

beforeEach(async () => {
  clock.ms = Date.now();
  await db.deleteFrom("users").where("email", "=", USER).execute();
  await emptyTables(db, ["throttles", "single_sign_on"]);
  await addUser(USER, orgs.harbor);
  await setUp();
});

async function begin() {
  const ada = { cookie: cookiesOf(await logIn(ADA, { confirms: true })) };
  const account = async () => (await call(ada, "GET /account")).json();
  const unlink = async (index = 0) => call(ada, `DELETE /account/identities/${(await account()).identities[index].id}`);
  return { ada, account, unlink };
}

const give = (password_hash: string) =>
  db.updateTable("users").set({ password_hash }).where("email", "=", USER).execute();

test("an account elsewhere is unlinked, unless it is the only way to log in", async () => {
  const { account, unlink } = await begin();
  const refused = await unlink();
  expect([refused.statusCode, refused.json().detail]).toEqual([409, LAST_WAY]);
  await give(await hashPassword(PASSWORD));
  expect((await unlink()).statusCode).toBe(204);
  expect((await account()).identities).toEqual([]);
  expect(await rig.lastAudit()).toMatchObject({
    action: "unlinkIdentity",
    target: `user ${USER}`,
    before: { name: "Harbor Air SSO", email: USER },
  });
  // The next login links it again.
  expect((await logIn(ADA)).statusCode).toBe(201);
});

test("one of an identity provider that is not set up any more is no way to log in", async () => {
  const { account, unlink } = await begin();
  await setUp({ issuer: "https://login.harbor.example", client_secret: "new" });
  const { identities, single_sign_on } = await account();
  expect(identities).toMatchObject([{ by: "sso", name: new URL(provider.issuer).host, usable: false, proves: false }]);
  expect(single_sign_on).toBe("Harbor Air SSO");
  expect((await unlink()).statusCode).toBe(409);
  await give("any");
  expect((await unlink()).statusCode).toBe(204);
});

test("nobody unlinks what is somebody else's, or without a proof of the last ten minutes", async () => {
  const { ada, unlink } = await begin();
  await give("any");
  await addUser("bob@harbor.example", orgs.harbor, { password_hash: "any" });
  const bob = await rig.as("bob@harbor.example");
  const [identity] = await db.selectFrom("identities").select("id").execute();
  expect((await call(bob, `DELETE /account/identities/${identity?.id}`)).statusCode).toBe(404);
  clock.ms += CONFIRMED_FOR_MS;
  const late = await unlink();
  expect([late.statusCode, late.headers[CONFIRM_HEADER]]).toEqual([428, expect.anything()]);
  expect((await call(ada, "GET /account")).json().identities).toHaveLength(1);
});

test("an account that a server of the release before has linked counts", async () => {
  await db.updateTable("users").set({ google_sub: "sub-1" }).where("email", "=", USER).execute();
  const ada = await rig.as(USER);
  const { identities } = (await call(ada, "GET /account")).json();
  expect(identities).toMatchObject([{ by: "google", name: "Google", email: null, last_used: null, usable: false }]);
});
