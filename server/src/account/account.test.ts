import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { hashPassword } from "../sessions/index.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const USER = "user@harbor.example";
const NEW = "seven purple kettles humming";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const password_hash = await hashPassword(PASSWORD);

let here: Who = NOBODY;

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "jobs"]);
  clock.ms = Date.now();
  await addUser(USER, orgs.harbor, { password_hash });
  await addUser("other@harbor.example", orgs.harbor, { password_hash });
  here = await logIn();
});

async function logIn(password = PASSWORD, email = USER): Promise<Who> {
  const headers = { "user-agent": MAC };
  const reply = await call(NOBODY, "POST /sessions/current", { payload: { email, password }, headers });
  return { cookie: cookiesOf(reply) };
}

const account = async (who = here) => (await call(who, "GET /account")).json();
const isLoggedIn = async (who: Who) => (await call(who, "GET /sessions/current")).statusCode === 200;
const change = (body: object, who = here) => call(who, "PUT /account/password", { payload: body });
const mails = () => db.selectFrom("jobs").select("payload").where("kind", "=", "password_changed_mail").execute();

test("an account lists its live sessions with what one recognizes them by, the current one first", async () => {
  clock.ms += 5 * MINUTE_MS;
  const elsewhere = await as(USER);
  clock.ms += MINUTE_MS;
  const { sessions, ...profile } = await account();
  expect(profile).toEqual({
    name: "",
    email: USER,
    organization: "Harbor Air",
    has_password: true,
    password_set: null,
    single_sign_on: null,
    identities: [],
    passkeys: [],
    authenticator_app: null,
    recovery_codes: null,
    preferences: { time_zone: "browser", units: "fahrenheit", theme: null },
    second_step_from: null,
    mails_new_device: true,
    session_idle_s: 12 * 3_600,
    session_total_s: 7 * 86_400,
  });
  expect(sessions).toMatchObject([
    { is_current: true, signed_in_by: "password", ip: "127.0.0.1", agent: MAC },
    { is_current: false, signed_in_by: null, ip: null, agent: null },
  ]);
  expect((await account(elsewhere)).sessions.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
    true,
    false,
  ]);
  // Only the current one is used from here on.
  clock.ms += 11 * HOUR_MS;
  await call(here, "GET /sessions/current");
  clock.ms += 2 * HOUR_MS;
  expect((await account()).sessions).toHaveLength(1);
});

test("sessions of the provider's people end earlier, which they read", async () => {
  await addUser("staff@groundcrew.example", orgs.provider);
  const { session_idle_s, session_total_s } = await account(await as("staff@groundcrew.example"));
  expect([session_idle_s, session_total_s]).toEqual([2 * 3_600, 12 * 3_600]);
});

test("a session that is ended elsewhere is over at once, and the current one only ends by logging out", async () => {
  const elsewhere = await logIn();
  const [own, other] = (await account()).sessions;
  expect((await call(here, `DELETE /account/sessions/${own.id}`)).json()).toMatchObject({
    detail: "This is the session you are using. Log out to end it.",
  });
  expect((await call(here, `DELETE /account/sessions/${other.id}`)).statusCode).toBe(204);
  expect([await isLoggedIn(here), await isLoggedIn(elsewhere)]).toEqual([true, false]);
  expect(await lastAudit()).toMatchObject({ actor: USER, action: "endSession", target: `user ${USER}` });
  expect((await call(here, `DELETE /account/sessions/${other.id}`)).statusCode).toBe(404);
});

test("all other sessions end at once, those of other people stay", async () => {
  const others = [await logIn(), await logIn()];
  const colleague = await logIn(PASSWORD, "other@harbor.example");
  const [foreign] = (await account(colleague)).sessions;
  expect((await call(here, `DELETE /account/sessions/${foreign.id}`)).statusCode).toBe(404);
  expect((await call(here, "DELETE /account/sessions")).json()).toEqual({ ended: 2 });
  expect(await Promise.all([here, colleague, ...others].map(isLoggedIn))).toEqual([true, true, false, false]);
  const again = await call(here, "DELETE /account/sessions");
  expect([again.json(), again.headers["x-changed"]]).toEqual([{ ended: 0 }, "no"]);
});

test("a new password needs the current one, ends the other sessions and is announced by email", async () => {
  const elsewhere = await logIn();
  const reply = await change({ current: PASSWORD, password: NEW });
  expect([reply.statusCode, reply.body]).toEqual([204, ""]);
  expect([await isLoggedIn(here), await isLoggedIn(elsewhere)]).toEqual([true, false]);
  expect(await mails()).toMatchObject([{ payload: { email: USER } }]);
  expect((await account()).password_set).toBe(new Date(clock.ms).toISOString());
  const audited = await lastAudit();
  expect(audited).toMatchObject({ action: "changePassword", after: { ended: 1 } });
  expect(JSON.stringify(audited)).not.toContain(NEW);
  expect(await isLoggedIn(await logIn(NEW))).toBe(true);
  expect(await isLoggedIn(await logIn(PASSWORD))).toBe(false);
});

test.each([
  [{ current: "not the password", password: NEW }, "This is not your password."],
  [{ current: PASSWORD, password: PASSWORD }, "This is your password already."],
  [
    { current: PASSWORD, password: "harbor air harbor air" },
    [{ field: "password", message: "This password is easily guessed. Use a few words that do not belong together." }],
  ],
])("%j changes nothing: %s", async (body, detail) => {
  const elsewhere = await logIn();
  const reply = await change(body);
  expect([reply.statusCode, reply.json().detail]).toEqual([422, detail]);
  expect([await isLoggedIn(elsewhere), await mails()]).toEqual([true, []]);
});

test("someone who guesses the password in an open browser has to wait, and the owner still logs in elsewhere", async () => {
  for (let guess = 0; guess < 5; guess++) await change({ current: `guess ${guess}`, password: NEW });
  const reply = await change({ current: PASSWORD, password: NEW });
  expect(reply.statusCode).toBe(429);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  expect(await isLoggedIn(await logIn())).toBe(true);
});

test("an account without a password gets its first one by email, not from an open browser", async () => {
  await addUser("google@harbor.example", orgs.harbor);
  const who = await as("google@harbor.example");
  expect(await account(who)).toMatchObject({ has_password: false });
  const reply = await change({ current: "anything", password: NEW }, who);
  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    "This account has no password. Set its first one with a link that is sent to you by email.",
  ]);
});

test("of two tabs that replace one password at the same time, the second one is refused", async () => {
  const tabs = [here, await logIn()];
  const statuses = (await Promise.all(tabs.map((who) => change({ current: PASSWORD, password: NEW }, who)))).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
});

test("a name is changed for every session, and recorded once", async () => {
  const elsewhere = await logIn();
  const rename = (name: string) => call(here, "PUT /account/name", { payload: { name } });
  expect((await rename("  Ada Lovelace ")).statusCode).toBe(204);
  expect((await call(elsewhere, "GET /sessions/current")).json().user.name).toBe("Ada Lovelace");
  expect(await lastAudit()).toMatchObject({ before: { name: "" }, after: { name: "Ada Lovelace" } });
  expect((await rename("Ada Lovelace")).headers["x-changed"]).toBe("no");
  expect((await rename(" ")).json().detail).toEqual([{ field: "name", message: "Enter your name." }]);
});

test.each(["Groundcrew Support", "groundcrew  SUPPORT", "Groundcrew-Süpport", "The Ｇroundcrew Support team"])(
  "nobody is called %s, as the support is",
  async (name) => {
    const reply = await call(here, "PUT /account/name", { payload: { name } });
    expect([reply.statusCode, reply.json().detail]).toEqual([
      422,
      [{ field: "name", message: "This is how the support is called. Enter your own name." }],
    ]);
  },
);

test("nobody has an account", async () => {
  const replies = await Promise.all(
    ["GET /account", "DELETE /account/sessions", "DELETE /account/sessions/1"].map((line) => call(NOBODY, line)),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
});
