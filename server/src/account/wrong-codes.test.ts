import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import pino from "pino";
import { TOTP, URI } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, ORIGIN, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { authenticatorAt } from "../../test/authenticator.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { stepMails } from "../factors/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { hashPassword } from "../sessions/index.ts";
import { resetPassword } from "../users/index.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const USER = "user@harbor.example";
const PAGE = "http://localhost:4000";
const WRONG = { type: "app", code: "000000" };
const CLOSED =
  "There were too many wrong codes: no more are accepted. Use a passkey, or ask your administrator to have your second step reset.";
const password_hash = await hashPassword(PASSWORD);

let here: Who = NOBODY;

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "jobs"]);
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await addUser(USER, orgs.harbor, { password_hash });
  here = await as(USER);
});

async function addApp() {
  const { uri, setup } = (await call(here, "POST /account/app/setup")).json();
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error("It is no code that changes with time.");
  const show = () => ({ type: "app", code: app.generate({ timestamp: clock.ms }) });
  const { code } = show();
  const reply = await call(here, "PUT /account/app", { payload: { setup, code } });
  clock.ms += 30 * SECOND_MS;
  return { show, codes: reply.json().recovery_codes };
}

/** Begins a login and takes its second step. The pause after five wrong codes is over. */
async function logIn(step: object) {
  await emptyTables(db, ["device_tests"]);
  const begun = await call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });
  const payload = { login: begun.json().login, step };
  const reply = await call(NOBODY, "POST /sessions/current/second-step", { payload });
  return [reply.statusCode, reply.json().detail];
}
const status = async (step: object) => (await logIn(step))[0];

const setFailures = (failures: number) => db.updateTable("step_failures").set({ failures }).execute();
const failures = async () => (await db.selectFrom("step_failures").select("failures").executeTakeFirst())?.failures;
const mails = async () =>
  (await db.selectFrom("jobs").select("payload").where("kind", "=", "second_step_mail").orderBy("id").execute()).map(
    ({ payload }) => payload,
  );

test("wrong codes are counted in a row, at logins and at an open browser, and a right one ends the row", async () => {
  const { show } = await addApp();
  expect([await status(WRONG), await status(WRONG)]).toEqual([401, 401]);
  expect((await call(here, "POST /account/confirmation", { payload: WRONG })).statusCode).toBe(422);
  expect(await failures()).toBe(3);
  expect(await status(show())).toBe(201);
  expect(await failures()).toBeUndefined();
});

test("the owner is informed of the tenth wrong code in a row, once", async () => {
  await addApp();
  await logIn(WRONG);
  await setFailures(8);
  await logIn(WRONG);
  expect(await mails()).toEqual([]);
  await logIn(WRONG);
  await logIn(WRONG);
  expect(await mails()).toMatchObject([{ event: { is: "wrong codes", count: 10 } }]);
});

test("after the hundredth, no code is accepted, and the owner is informed", async () => {
  const { show, codes } = await addApp();
  await logIn(WRONG);
  await setFailures(99);
  expect(await status(WRONG)).toBe(401);
  expect(await mails()).toMatchObject([{ event: { is: "codes closed", count: 100 } }]);
  expect(await logIn(show())).toEqual([401, CLOSED]);
  expect(await logIn({ type: "recovery", code: codes[0] })).toEqual([401, CLOSED]);
  const confirmed = await call(here, "POST /account/confirmation", { payload: show() });
  expect([confirmed.statusCode, confirmed.json().detail]).toEqual([422, CLOSED]);
  expect(await mails()).toHaveLength(1);
});

test("of two at the same moment, one is the hundredth", async () => {
  await addApp();
  await logIn(WRONG);
  await setFailures(99);
  const replies = await Promise.all([1, 2].map(() => call(here, "POST /account/confirmation", { payload: WRONG })));
  expect(replies.filter((reply) => reply.json().detail === CLOSED)).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test("a passkey is accepted all the same, and opens codes again", async () => {
  const { show } = await addApp();
  const authenticator = authenticatorAt(PAGE);
  const challenge = async () => (await call(NOBODY, "GET /sessions/passkey-challenge")).json().challenge;
  const begun = (await call(here, "POST /account/passkeys/challenge")).json();
  const payload = { name: "Key", ...authenticator.make(begun.challenge) };
  expect((await call(here, "POST /account/passkeys", { payload })).statusCode).toBe(200);
  await logIn(WRONG);
  await setFailures(100);
  expect(await status(show())).toBe(401);
  expect(await status(authenticator.answer(await challenge()))).toBe(201);
  expect(await status(show())).toBe(201);
});

test("the operator's reset opens codes again", async () => {
  await addApp();
  await logIn(WRONG);
  await setFailures(100);
  await resetPassword(db, { email: USER, password: PASSWORD });
  here = await as(USER);
  const { show } = await addApp();
  expect(await status(show())).toBe(201);
});

test("a pause is in the audit log once", async () => {
  await addApp();
  const begun = await call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });
  const payload = { login: begun.json().login, step: WRONG };
  const guess = () => call(NOBODY, "POST /sessions/current/second-step", { payload });
  for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess()).statusCode).toBe(401);
  expect((await guess()).statusCode).toBe(429);
  const refused = { action: "refuseFinishLogIn", target: `user ${USER}`, org_id: orgs.harbor };
  expect(await lastAudit()).toMatchObject({ ...refused, after: { by: "app", status: 429 } });
  clock.ms += MINUTE_MS;
  const count = async () => (await db.selectFrom("audit_entries").select("id").execute()).length;
  const before = await count();
  expect((await guess()).statusCode).toBe(429);
  expect(await count()).toBe(before);
});

test("the owner is informed of each recovery code that is used", async () => {
  const { codes } = await addApp();
  await logIn({ type: "recovery", code: codes[0] });
  expect(await mails()).toMatchObject([{ event: { is: "recovery code used", left: 9 } }]);
});

test.each([
  [{ is: "wrong codes", count: 10 }, "wrong codes for your second step", "10 wrong codes in a row were entered"],
  [{ is: "codes closed", count: 100 }, "no more codes are accepted for your second step", "100 wrong codes in a row"],
  [{ is: "recovery code used", left: 9 }, "a recovery code was used", "9 of 10 codes are left."],
  [{ is: "recovery code used", left: 1 }, "a recovery code was used", "1 of 10 codes is left."],
])("the email says what happened: %o", async (event, subject, sentence) => {
  const smtp = await mailServer();
  const from = "Groundcrew <console@groundcrew.example>";
  const mailer = openMailer({ smtpUrl: smtp.url, from, dataDir: "", log: pino({ level: "silent" }) });
  const { id: user_id } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const handler = stepMails({ db, mailer, origin: ORIGIN, product: "Groundcrew" });
  await runHandler(handler, { user_id, at: "2026-12-01T08:00:00.000Z", event });
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual([USER]);
  const text = mail?.raw.replaceAll("=\r\n", "");
  expect(text).toContain(`Subject: Groundcrew: ${subject}`);
  expect(text).toContain(sentence);
  expect(text?.includes("Make new ones before they run out.")).toBe(sentence.startsWith("1 of"));
  expect(text).toContain(`${ORIGIN}/account`);
});

test("the operator's reset and a login with its second step take turns", async () => {
  for (let round = 0; round < 8; round += 1) {
    here = await as(USER);
    const { codes } = await addApp();
    const begun = await call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });
    const payload = { login: begun.json().login, step: { type: "recovery", code: codes[0] } };
    const [reply] = await Promise.all([
      call(NOBODY, "POST /sessions/current/second-step", { payload }),
      resetPassword(db, { email: USER, password: PASSWORD }),
    ]);
    expect([201, 401, 409]).toContain(reply.statusCode);
  }
});
