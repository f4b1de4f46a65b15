import { sql } from "kysely";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, PASSWORD } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { openIdProvider } from "../../test/sign-on-rig.ts";
import { googleVerifier, hashPassword } from "./index.ts";

const google = await openIdProvider();
const { db, clock, orgs, addUser, call, lastAudit } = await accountsRig({
  hasTwoServers: true,
  google: googleVerifier({ clientId: "console", endpoints: google.endpoints }),
});
const USER = "user@harbor.example";
const EMAIL_SCOPE = "https://www.googleapis.com/auth/userinfo.email";
const OTHER_GOOGLE =
  "This account signs in with another Google account. Use that one, or log in with your email address and password.";

beforeEach(async () => {
  google.overrides.claims = {};
  google.overrides.failure = null;
  google.people.clear();
  google.people.set("sub-1", { email: "User@Harbor.example", email_verified: true, name: "Robin de Vries" });
  await emptyTables(db, ["throttles", "users"]);
  await addUser(USER, orgs.harbor);
});

function logIn(token: string) {
  return call(NOBODY, "POST /sessions/current", { payload: { token } });
}

function stored() {
  return db
    .selectFrom("users")
    .leftJoin("identities", "user_id", "users.id")
    .select(["users.email", "name", "subject"])
    .orderBy("users.email")
    .execute();
}

async function invite(email: string, until: Date): Promise<void> {
  const expires = until.toISOString();
  const invitation = { email, org_id: orgs.harbor, can_manage: true, invited_by: USER };
  await db
    .insertInto("invitations")
    .values({ ...invitation, sent: expires, expires })
    .execute();
}

// @spec 176.2, 235.1
test("an invited user can sign in with Google without setting a password first", async () => {
  const reply = await logIn(await google.tokenFor("sub-1"));
  expect(reply.statusCode).toBe(201);
  expect(reply.json().user).toMatchObject({ email: USER, organization: "Harbor Air" });
  expect((await call({ cookie: cookiesOf(reply) }, "GET /sessions/current")).statusCode).toBe(200);
  expect(await stored()).toEqual([{ email: USER, name: "Robin de Vries", subject: "sub-1" }]);
  expect(await lastAudit()).toMatchObject({ actor: USER, action: "logIn", after: { by: "google" } });
});

test("a login with Google is no proof: it may have asked nobody who they are", async () => {
  const here = { cookie: cookiesOf(await logIn(await google.tokenFor("sub-1"))) };
  expect((await call(here, "DELETE /account/sessions")).statusCode).toBe(428);
});

test("an open invitation becomes an account when its recipient signs in with Google", async () => {
  await invite("guest@harbor.example", new Date(clock.ms + 1));
  google.people.set("sub-5", { email: "guest@harbor.example", email_verified: true, name: "Kim Vos" });
  clock.ms += 1;
  expect((await logIn(await google.tokenFor("sub-5"))).statusCode).toBe(401);
  clock.ms -= 1;
  await db.deleteFrom("throttles").execute();
  const reply = await logIn(await google.tokenFor("sub-5"));
  expect([reply.statusCode, reply.json().user]).toMatchObject([201, { organization: "Harbor Air", can_manage: true }]);
  expect(await db.selectFrom("invitations").select("email").execute()).toEqual([]);
});

test("once linked, a user is identified by the Google account and not by its email", async () => {
  await logIn(await google.tokenFor("sub-1"));
  google.people.set("sub-1", { email: "renamed@harbor.example", email_verified: true });
  const reply = await logIn(await google.tokenFor("sub-1"));
  expect(reply.json().user.email).toBe(USER);
});

test("a linked user whose Google account has an invited address stays who they are, and the invitation stays open", async () => {
  await logIn(await google.tokenFor("sub-1"));
  await invite("renamed@harbor.example", new Date(clock.ms + 1));
  google.people.set("sub-1", { email: "renamed@harbor.example", email_verified: true });
  expect((await logIn(await google.tokenFor("sub-1"))).json().user.email).toBe(USER);
  expect(await stored()).toMatchObject([{ email: USER }]);
  expect(await db.deleteFrom("invitations").returning("email").execute()).toEqual([
    { email: "renamed@harbor.example" },
  ]);
});

test("sign-ins that succeed do not count toward a network's attempts", async () => {
  const token = await google.tokenFor("sub-1");
  for (let attempt = 0; attempt < 31; attempt += 1) expect((await logIn(token)).statusCode).toBe(201);
});

test("another Google account with the same email does not take over the link", async () => {
  await logIn(await google.tokenFor("sub-1"));
  google.people.set("sub-2", { email: USER, email_verified: true });
  const reply = await logIn(await google.tokenFor("sub-2"));
  expect([reply.statusCode, reply.json().detail]).toEqual([401, OTHER_GOOGLE]);
  expect(await lastAudit()).toMatchObject({ action: "refuseLogIn", target: `user ${USER}`, org_id: orgs.harbor });
  expect(await stored()).toMatchObject([{ subject: "sub-1" }]);
});

test("a Google account that is linked to another user at the same moment is refused", async () => {
  await addUser("second@harbor.example", orgs.harbor);
  const token = await google.tokenFor("sub-1");
  const linking = await db.startTransaction().execute();
  const second = await linking.selectFrom("users").select("id").where("email", "=", "second@harbor.example").execute();
  await linking
    .insertInto("identities")
    .values(second.map(({ id }) => ({ user_id: id, issuer: "https://accounts.google.com", subject: "sub-1" })))
    .execute();
  const waiting = logIn(token);
  await expect.poll(lockedOut).toBe(1);
  await linking.commit().execute();
  const reply = await waiting;
  expect([reply.statusCode, reply.json().detail]).toEqual([401, OTHER_GOOGLE]);
  expect(reply.headers["set-cookie"]).toBeUndefined();
  expect(await lastAudit()).toMatchObject({ action: "refuseLogIn", target: `user ${USER}`, after: { by: "google" } });
});

/** The number of statements on this database that wait for another transaction. */
async function lockedOut(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

test("an existing name is not overwritten", async () => {
  await db.updateTable("users").set({ name: "R. de Vries" }).execute();
  await logIn(await google.tokenFor("sub-1"));
  expect(await stored()).toMatchObject([{ name: "R. de Vries" }]);
});

// @spec 237.1
test("a person who was not invited gets no account", async () => {
  google.people.set("sub-9", { email: "stranger@harbor.example", email_verified: true });
  const reply = await logIn(await google.tokenFor("sub-9"));
  expect([reply.statusCode, reply.json().detail]).toEqual([
    401,
    "There is no account for this Google address. Ask a manager of your organization to invite you.",
  ]);
  expect(await stored()).toHaveLength(1);
  expect(await lastAudit()).toMatchObject({ action: "refuseLogIn", target: "user stranger@harbor.example" });
});

test.each<[string, () => Promise<string>]>([
  ["made for another application", () => google.tokenFor("sub-1", { client: "another-app" })],
  ["issued to another application", () => twisted({ azp: "another-app" })],
  ["that has expired", () => twisted({ expires_in: "0" })],
  ["that another issuer made", () => twisted({ iss: "https://accounts.evil.example" })],
  ["whose person is not its subject", () => twisted({ sub: "sub-2" })],
  ["without the right to know the email", () => google.tokenFor("sub-1", { scope: "openid profile" })],
  ["without the right to sign in", () => twisted({ scope: "email profile" })],
  ["of a person without an email", () => codeFor({ email_verified: true })],
  ["of a person whose email is not verified", () => codeFor({ email: USER, email_verified: false })],
  ["that Google does not know", async () => "ya29.invented"],
])("a token %s is refused", async (_, make) => {
  const reply = await logIn(await make());
  expect([reply.statusCode, reply.json().detail]).toEqual([401, "Google did not confirm this sign-in. Try again."]);
  expect(reply.headers["set-cookie"]).toBeUndefined();
  expect(await db.selectFrom("identities").select("subject").execute()).toEqual([]);
  expect(await lastAudit()).toMatchObject({ action: "refuseLogIn", target: "user unknown", after: { by: "google" } });
});

test.each<[string, () => Promise<string>]>([
  ["that Google's issuer made", () => twisted({ iss: "https://accounts.google.com" })],
  ["of the issuer's older name", () => twisted({ iss: "accounts.google.com" })],
  ["whose right to know the email has Google's own name", () => twisted({ scope: `openid ${EMAIL_SCOPE}` })],
  ["that is valid for another second", () => twisted({ expires_in: "1" })],
])("a token %s is accepted", async (_, make) => {
  expect((await logIn(await make())).statusCode).toBe(201);
});

test("the id of a Google account has 1 to 255 characters", async () => {
  const statuses = [];
  for (const length of [1, 255, 256]) {
    google.people.set("i".repeat(length), { email: USER, email_verified: true });
    await db.deleteFrom("identities").execute();
    statuses.push((await logIn(await google.tokenFor("i".repeat(length)))).statusCode);
  }
  expect(statuses).toEqual([201, 201, 401]);
});

test("a token that Google refuses with a page is refused", async () => {
  const token = await google.tokenFor("sub-1");
  google.overrides.failure = { status: 400, body: "<html></html>" };
  expect((await logIn(token)).statusCode).toBe(401);
});

async function twisted(claims: Record<string, string>): Promise<string> {
  google.overrides.claims = claims;
  return google.tokenFor("sub-1");
}

async function codeFor(claims: { email?: string; email_verified: boolean }): Promise<string> {
  google.people.set("sub-1", claims);
  return google.tokenFor("sub-1");
}

test("while Google fails, is overrun or answers with a page, the answer says so, and a password still works", async () => {
  const password_hash = await hashPassword(PASSWORD);
  await db.updateTable("users").set({ password_hash }).execute();
  const token = await google.tokenFor("sub-1");
  for (const [status, body] of [
    [500, "{}"],
    [429, "{}"],
    [200, "<html></html>"],
  ] as const) {
    google.overrides.failure = { status, body };
    // Together more than a network may try.
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reply = await logIn(token);
      expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "10"]);
    }
  }
  const reply = await call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });
  expect(reply.statusCode).toBe(201);
});

test("when Google cannot be reached, sign-in is reported as unavailable", async () => {
  const nowhere = { tokenInfo: "http://127.0.0.1:1/tokeninfo", userInfo: "http://127.0.0.1:1/me" };
  const verify = googleVerifier({ clientId: "console", endpoints: nowhere });
  await expect(verify("token")).rejects.toMatchObject({ status: 503 });
});

test("a client that tries many tokens has to wait", async () => {
  for (let guess = 0; guess < 30; guess += 1) expect((await logIn(`guess-${guess}`)).statusCode).toBe(401);
  expect((await logIn(await google.tokenFor("sub-1"))).statusCode).toBe(429);
});

test("a value that is not an access token is not sent anywhere", async () => {
  for (const token of ["", "two words", "line\nbreak", "x".repeat(4097)]) {
    expect((await logIn(token)).statusCode).toBe(422);
  }
});

test("without a client id, Google sign-in is refused with a message, and nothing is logged", async () => {
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
  const plain = await accountsRig({ log });
  const reply = await plain.call(NOBODY, "POST /sessions/current", { payload: { type: "google", token: "token" } });
  expect([reply.statusCode, reply.json().detail]).toEqual([
    422,
    "Google sign-in is not set up on this console. Log in with your email address and password.",
  ]);
  expect(logged).toEqual([]);
});
