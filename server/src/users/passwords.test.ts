import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import pino from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, ORIGIN } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { openMailer, type Mailer } from "../platform/mail/index.ts";
import { invitationMails, passwordChangedMails, passwordMails } from "./index.ts";

const { db, url, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig();
const smtp = await mailServer({ refuses: ["full@harbor.example"] });
const log = pino({ level: "silent" });
const mailer = openMailer({ smtpUrl: smtp.url, from: "Groundcrew <console@groundcrew.example>", dataDir: "", log });
const mails = { db, mailer, origin: ORIGIN, product: "Groundcrew", now };
const jobs = startJobs({
  db,
  url,
  log,
  handlers: [passwordMails(mails), passwordChangedMails(mails), invitationMails(mails)],
});
afterAll(() => jobs.stop());

const USER = "user@harbor.example";
const NEW_PASSWORD = "seven purple kettles humming";

beforeEach(async () => {
  await emptyTables(db, ["users", "invitations", "throttles"]);
  smtp.mails.length = 0;
  clock.ms = Date.now();
  await addUser(USER, orgs.harbor);
  await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
});

// An email that is still being sent must not affect the next test.
afterEach(settled);

async function requestReset(email = USER): Promise<void> {
  const reply = await call(NOBODY, `DELETE /users/password?email=${encodeURIComponent(email)}`);
  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
}

/** Waits until the queue has no pending jobs. */
async function settled(): Promise<void> {
  const open = () => db.selectFrom("jobs").select("id").where("ended", "is", null).execute();
  await expect.poll(open).toEqual([]);
}

async function audits(): Promise<number> {
  return (await db.selectFrom("audit_entries").select("id").execute()).length;
}

/** The text of the latest email to a recipient. */
async function mailTo(email: string): Promise<string> {
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes(email))).toBe(true);
  await settled();
  const { raw } = smtp.mails.findLast(({ to }) => to.includes(email)) ?? { raw: "" };
  return raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}

async function codeFor(email: string): Promise<string> {
  const link = /http:\S+/.exec(await mailTo(email))?.[0] ?? "";
  const { origin, pathname, search, hash } = new URL(link);
  const fragment = new URLSearchParams(hash.slice(1));
  expect([origin, pathname, search, fragment.get("email")]).toEqual([ORIGIN, "/set-password", "", email]);
  return fragment.get("code") ?? "";
}

function set(code: string, password = NEW_PASSWORD, email = USER) {
  return call(NOBODY, `PUT /users/password?code=${code}`, { payload: { email, password } });
}

function logIn(email: string, password: string) {
  return call(NOBODY, "POST /sessions/current", { payload: { email, password } });
}

// @spec 240.1
test("a forgotten password is replaced with a link that is sent by email", async () => {
  await requestReset();
  const code = await codeFor(USER);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect((await set(code)).statusCode).toBe(204);
  expect((await logIn(USER, NEW_PASSWORD)).statusCode).toBe(201);
  expect(await mailTo(USER)).toContain("It works once, until ");
});

test("an invited person sets their first password the same way", async () => {
  const invited = "new@harbor.example";
  await call(await as("manager@harbor.example"), `POST /users?email=${invited}`);
  const code = await codeFor(invited);
  const text = await mailTo(invited);
  expect(text).toContain("Subject: Your invitation to Groundcrew\r\n");
  expect(text).toContain("manager@harbor.example has invited you to Groundcrew");
  expect((await logIn(invited, NEW_PASSWORD)).statusCode).toBe(401);
  expect((await set(code, NEW_PASSWORD, invited)).statusCode).toBe(204);
  expect((await logIn(invited, NEW_PASSWORD)).statusCode).toBe(201);
});

test("a user whose password was replaced is notified by email; a first password sends none", async () => {
  await requestReset();
  await set(await codeFor(USER));
  expect(await mailTo(USER)).not.toContain("was changed");
  clock.ms += 6 * MINUTE_MS;
  await requestReset();
  const code = await codeFor(USER);
  await set(code, "eleven quiet otters fold maps");
  const text = await mailTo(USER);
  expect(text).toContain("Subject: Your password for Groundcrew was changed\r\n");
  expect(text).toContain(`${ORIGIN}/forgot`);
});

// @spec 240.1
test("an unknown email gets the same response and no email is sent", async () => {
  await requestReset("nobody@harbor.example");
  await requestReset(USER);
  await mailTo(USER);
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual([USER]);
});

// @spec 241.1
test("a code works once", async () => {
  await requestReset();
  const code = await codeFor(USER);
  const replies = await Promise.all([set(code), set(code), set(code)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
  expect((await set(code)).json().detail).toMatch(/^This link no longer works\. .*\.$/);
});

test("only the newer of two codes works", async () => {
  await requestReset();
  const first = await codeFor(USER);
  clock.ms += 6 * MINUTE_MS;
  smtp.mails.length = 0;
  await requestReset();
  const second = await codeFor(USER);
  expect((await set(first)).statusCode).toBe(404);
  expect((await set(second)).statusCode).toBe(204);
});

test("a second request right away sends no email, and the first code stays valid", async () => {
  await requestReset();
  const code = await codeFor(USER);
  await requestReset();
  await settled();
  expect(smtp.mails).toHaveLength(1);
  expect((await set(code)).statusCode).toBe(204);
});

// @spec 241.1
test("a code works only for its own user", async () => {
  await requestReset();
  const code = await codeFor(USER);
  expect((await set(code, NEW_PASSWORD, "manager@harbor.example")).statusCode).toBe(404);
  expect((await set(code)).statusCode).toBe(204);
});

test.each([
  ["a reset", 30 * MINUTE_MS, () => requestReset()],
  ["an invitation", 72 * HOUR_MS, async () => invite()],
])("the code of %s works to the last millisecond and not beyond", async (_, lifetimeMs, send) => {
  const email = (await send()) ?? USER;
  const code = await codeFor(email);
  clock.ms += lifetimeMs;
  expect((await set(code, NEW_PASSWORD, email)).statusCode).toBe(404);
  clock.ms -= 1;
  expect((await set(code, NEW_PASSWORD, email)).statusCode).toBe(204);
});

async function invite(): Promise<string> {
  const invited = "guest@harbor.example";
  await call(await as("manager@harbor.example"), `POST /users?email=${invited}`);
  return invited;
}

test("a new password ends all sessions of the user and none of other users", async () => {
  const [one, two, other] = [await as(USER), await as(USER), await as("manager@harbor.example")];
  await requestReset();
  await set(await codeFor(USER));
  expect((await call(one, "GET /sessions/current")).statusCode).toBe(401);
  expect((await call(two, "GET /sessions/current")).statusCode).toBe(401);
  expect((await call(other, "GET /sessions/current")).statusCode).toBe(200);
});

test("setting a password does not log in", async () => {
  await requestReset();
  const reply = await set(await codeFor(USER));
  expect(cookiesOf(reply)).toMatch(/^groundcrew_device=/);
  expect((await call({ cookie: cookiesOf(reply) }, "GET /sessions/current")).statusCode).toBe(401);
});

// @spec 197.4
test.each([
  ["fourteen chars", "Use at least 15 characters, such as a few words that do not belong together."],
  ["passwordpassword", "This password is easily guessed. Use a few words that do not belong together."],
  ["harbor-air-harbor-air", "This password is easily guessed. Use a few words that do not belong together."],
  ["groundcrew groundcrew", "This password is easily guessed. Use a few words that do not belong together."],
  ["x".repeat(129), "Use at most 128 characters."],
])("the password %j is refused, and the code stays valid", async (password, message) => {
  await requestReset();
  const code = await codeFor(USER);
  const reply = await set(code, password);
  expect([reply.statusCode, reply.json().detail]).toEqual([422, [{ field: "password", message }]]);
  expect((await set(code)).statusCode).toBe(204);
});

test("only a hash of the code is stored, and no job or audit row contains the code", async () => {
  await requestReset();
  const code = await codeFor(USER);
  const tables = await Promise.all([
    db.selectFrom("password_codes").selectAll().execute(),
    db.selectFrom("jobs").selectAll().execute(),
    db.selectFrom("audit_entries").selectAll().execute(),
  ]);
  expect(tables.every((rows) => rows.length > 0)).toBe(true);
  expect(JSON.stringify(tables)).not.toContain(code);
  expect(JSON.stringify(tables)).not.toContain(Buffer.from(code).toJSON().data.join(","));
});

test("both steps are recorded in the audit", async () => {
  await requestReset();
  const code = await codeFor(USER);
  await settled();
  expect(await lastAudit()).toMatchObject({
    actor_kind: "anonymous",
    action: "requestPasswordReset",
    target: `user ${USER}`,
    org_id: orgs.harbor,
    ip: "127.0.0.1",
  });
  await set(code);
  expect(await lastAudit()).toMatchObject({ action: "setPassword", target: `user ${USER}`, org_id: orgs.harbor });
});

test("a client that requests many emails has to wait", async () => {
  for (let count = 0; count < 10; count += 1) await requestReset(`user${count}@harbor.example`);
  const reply = await call(NOBODY, `DELETE /users/password?email=${USER}`);
  expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "60"]);
  expect(
    (await call(NOBODY, `DELETE /users/password?email=${USER}`, { remoteAddress: "198.51.100.7" })).statusCode,
  ).toBe(204);
});

test("requests for unknown accounts, and repeated requests, add nothing to the audit", async () => {
  await requestReset();
  await codeFor(USER);
  await settled();
  const before = await audits();
  for (const email of [USER, "nobody@harbor.example", "x@harbor.example"]) await requestReset(email);
  await settled();
  expect(await audits()).toBe(before);
});

test("requests of unknown clients are limited for all networks together, and those of a client that has logged in before are not", async () => {
  await requestReset();
  const known = { cookie: cookiesOf(await set(await codeFor(USER))) };
  clock.ms += 10 * MINUTE_MS;
  const from = (network: number) => ({ remoteAddress: `2001:db8:${network.toString(16)}::1` });
  for (let network = 0; network < 60; network += 1) {
    expect((await call(NOBODY, "DELETE /users/password?email=x@harbor.example", from(network))).statusCode).toBe(204);
  }
  const refused = await call(NOBODY, `DELETE /users/password?email=${USER}`, from(60));
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "60"]);
  expect((await call(known, `DELETE /users/password?email=${USER}`, from(61))).statusCode).toBe(204);
  clock.ms += MINUTE_MS;
  expect((await call(NOBODY, `DELETE /users/password?email=${USER}`, from(62))).statusCode).toBe(204);
});

test("a user deleted before the email is sent gets no code, and the job succeeds", async () => {
  const { id } = await db.selectFrom("users").select("id").where("email", "=", USER).executeTakeFirstOrThrow();
  const slow: Mailer = {
    ...mailer,
    send: async (mail) => {
      await mailer.send(mail);
      await db.deleteFrom("users").where("id", "=", id).execute();
    },
  };
  const handler = passwordMails({ db, mailer: slow, origin: ORIGIN, product: "Groundcrew", now });
  await runHandler(handler, { email: USER }, now().toISOString());
  expect(smtp.mails).toHaveLength(1);
  expect(await db.selectFrom("password_codes").selectAll().where("user_id", "=", id).execute()).toEqual([]);
});

test("an email that cannot be sent is retried later, and the earlier code stays valid", async () => {
  await requestReset();
  const code = await codeFor(USER);
  await db.updateTable("users").set({ email: "full@harbor.example" }).where("email", "=", USER).execute();
  clock.ms += 6 * MINUTE_MS;
  await requestReset("full@harbor.example");
  const failed = () => db.selectFrom("jobs").select("last_error").where("last_error", "is not", null).execute();
  await expect.poll(failed).toMatchObject([{ last_error: expect.stringContaining("No such mailbox") }]);
  expect((await set(code, NEW_PASSWORD, "full@harbor.example")).statusCode).toBe(204);
  await db.deleteFrom("jobs").execute();
});
