import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { TOTP, URI } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { hashPassword } from "../sessions/index.ts";
import { resetPassword } from "../users/index.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const USER = "user@harbor.example";
const password_hash = await hashPassword(PASSWORD);

let here: Who = NOBODY;

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "jobs"]);
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await addUser(USER, orgs.harbor, { password_hash });
  await addUser("google@harbor.example", orgs.harbor);
  here = await as(USER);
});

const account = async (who = here) => (await call(who, "GET /account")).json();

/** Waits for the app to show its next code. */
const nextCode = () => (clock.ms += 30 * SECOND_MS);

async function addApp(who = here) {
  const { uri, setup } = (await call(who, "POST /account/app/setup")).json();
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error("It is no code that changes with time.");
  const show = () => app.generate({ timestamp: clock.ms });
  const reply = await call(who, "PUT /account/app", { payload: { setup, code: show() } });
  nextCode();
  return { show, setup, reply, codes: reply.json().recovery_codes };
}

const logIn = (email = USER) => call(NOBODY, "POST /sessions/current", { payload: { email, password: PASSWORD } });
const finish = (login: string, step: object) =>
  call(NOBODY, "POST /sessions/current/second-step", { payload: { login, step } });
const confirm = (body: object, who = here) => call(who, "POST /account/confirmation", { payload: body });

test("an app is added with its first code, and comes with ten recovery codes", async () => {
  expect(await account()).toMatchObject({ authenticator_app: null, recovery_codes: null });
  const { reply, codes } = await addApp();
  expect(reply.statusCode).toBe(200);
  expect(new Set(codes).size).toBe(10);
  const added = new Date(clock.ms - 30 * SECOND_MS).toISOString();
  expect(await account()).toMatchObject({
    authenticator_app: { added, last_used: null },
    recovery_codes: { left: 10, made: added },
  });
  const audited = await lastAudit();
  expect(audited).toMatchObject({ action: "addApp", target: `user ${USER}`, after: { replaced: false } });
  expect(JSON.stringify(audited)).not.toContain(codes[0]);
  const mails = await db.selectFrom("jobs").select(["kind", "payload"]).execute();
  expect(mails).toMatchObject([{ kind: "factor_changed_mail", payload: { email: USER, change: "app_added" } }]);
});

test("neither the secret nor a code can be read in the database", async () => {
  const { codes } = await addApp();
  const rows = JSON.stringify(await db.selectFrom("recovery_codes").selectAll().execute());
  for (const code of codes) expect(rows).not.toContain(code);
});

test("a wrong first code adds nothing, and a setup of somebody else is worth nothing", async () => {
  const { setup } = (await call(here, "POST /account/app/setup")).json();
  const wrong = await call(here, "PUT /account/app", { payload: { setup, code: "000 000" } });
  expect([wrong.statusCode, wrong.json().detail]).toEqual([
    422,
    "That code is not right. Is the clock of your phone set by itself?",
  ]);
  const foreign = await call(await as("google@harbor.example"), "PUT /account/app", {
    payload: { setup, code: "000000" },
  });
  expect(foreign.statusCode).toBe(409);
  expect(await account()).toMatchObject({ authenticator_app: null });
});

test("a new app replaces the one before, and the recovery codes stay", async () => {
  const first = await addApp();
  const second = await addApp();
  expect(second.codes).toEqual([]);
  const { login } = (await logIn()).json();
  expect((await finish(login, { type: "app", code: first.show() })).statusCode).toBe(401);
  expect((await finish(login, { type: "app", code: second.show() })).statusCode).toBe(201);
});

test("a first factor takes the proof of other sessions, which had none", async () => {
  const other = await as(USER);
  await addApp();
  expect((await call(other, "DELETE /account/app")).statusCode).toBe(428);
  expect((await call(here, "DELETE /account/app")).statusCode).toBe(204);
});

test("a login with an app takes a second step, and is no session before that", async () => {
  const { show } = await addApp();
  const begun = await logIn();
  expect([begun.statusCode, begun.json(), cookiesOf(begun)]).toEqual([
    202,
    {
      login: expect.stringMatching(/^[\w-]{43}$/),
      email: USER,
      steps: ["app", "recovery"],
      expires: new Date(clock.ms + 10 * MINUTE_MS).toISOString(),
    },
    "",
  ]);
  expect(await lastAudit()).toMatchObject({ actor: USER, action: "beginLogIn", after: { by: "password" } });
  const done = await finish(begun.json().login, { type: "app", code: show() });
  expect([done.statusCode, done.json().user.email]).toEqual([201, USER]);
  const who = { cookie: cookiesOf(done) };
  expect((await account(who)).sessions[0]).toMatchObject({ signed_in_by: "password", second_step: "app" });
  expect(await lastAudit()).toMatchObject({ action: "finishLogIn", after: { by: "password", second_step: "app" } });
  expect((await account(who)).authenticator_app.last_used).toBe(new Date(clock.ms).toISOString());
});

test("a code is accepted once, also for another login, and so is a login", async () => {
  const { show } = await addApp();
  const { login } = (await logIn()).json();
  const again = (await logIn()).json().login;
  expect((await finish(login, { type: "app", code: show() })).statusCode).toBe(201);
  expect((await finish(again, { type: "app", code: show() })).statusCode).toBe(401);
  nextCode();
  expect((await finish(login, { type: "app", code: show() })).json().detail).toBe(
    "This login has taken too long, or was finished already. Log in again.",
  );
});

test("of two browsers that take one code at the same moment, one is logged in", async () => {
  const { show } = await addApp();
  const logins = [(await logIn()).json().login, (await logIn()).json().login];
  const replies = await Promise.all(logins.map((login) => finish(login, { type: "app", code: show() })));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 401]));
});

test("a login waits ten minutes for its second step, and ends when the password changes", async () => {
  const { show } = await addApp();
  const { login } = (await logIn()).json();
  clock.ms += 10 * MINUTE_MS;
  expect((await finish(login, { type: "app", code: show() })).statusCode).toBe(409);
  const other = (await logIn()).json().login;
  const changed = await call(await as(USER), "PUT /account/password", {
    payload: { current: PASSWORD, password: "seven purple kettles humming" },
  });
  expect(changed.statusCode).toBe(204);
  expect((await finish(other, { type: "app", code: show() })).statusCode).toBe(409);
});

test("a recovery code logs in once", async () => {
  const { codes } = await addApp();
  const step = { type: "recovery", code: codes[3].toUpperCase() };
  expect((await finish((await logIn()).json().login, step)).statusCode).toBe(201);
  expect(await account()).toMatchObject({ recovery_codes: { left: 9 } });
  expect((await finish((await logIn()).json().login, step)).statusCode).toBe(401);
});

test("after five wrong codes there is a pause, counted in the database, in which no code is checked", async () => {
  const { show, codes } = await addApp();
  const { login } = (await logIn()).json();
  const guesses = [];
  for (let guess = 0; guess < 5; guess += 1) guesses.push(await finish(login, { type: "app", code: "000000" }));
  expect(guesses.map((reply) => reply.json().detail)).toEqual([
    "That code is not right. 4 tries left, then a pause of 5 minutes.",
    "That code is not right. 3 tries left, then a pause of 5 minutes.",
    "That code is not right. 2 tries left, then a pause of 5 minutes.",
    "That code is not right. 1 try left, then a pause of 5 minutes.",
    "That code is not right. Try again in 5 minutes.",
  ]);
  for (const step of [
    { type: "app", code: show() },
    { type: "recovery", code: codes[0] },
  ]) {
    const reply = await finish((await logIn()).json().login, step);
    expect([reply.statusCode, Number(reply.headers["retry-after"]) > 290]).toEqual([429, true]);
  }
  expect(await confirm({ type: "app", code: show() })).toMatchObject({ statusCode: 429 });
});

test("a wrong code at an open browser is in the audit log", async () => {
  await addApp();
  expect((await confirm({ type: "app", code: "000000" })).statusCode).toBe(422);
  expect(await lastAudit()).toMatchObject({
    actor: USER,
    action: "refuseConfirmIdentity",
    target: `user ${USER}`,
    after: { by: "app", status: 422 },
  });
});

test("right codes are no guesses, however many there are", async () => {
  const { show } = await addApp();
  for (let login = 0; login < 8; login += 1) {
    nextCode();
    expect((await finish((await logIn()).json().login, { type: "app", code: show() })).statusCode).toBe(201);
  }
});

test("ten guesses at the same moment are five tries", async () => {
  await addApp();
  const { login } = (await logIn()).json();
  const replies = await Promise.all(Array.from({ length: 10 }, () => finish(login, { type: "app", code: "000000" })));
  expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
});

test("new recovery codes replace the ones before", async () => {
  const { codes } = await addApp();
  const renewed = (await call(here, "POST /account/recovery-codes")).json().recovery_codes;
  expect(renewed).toHaveLength(10);
  const { login } = (await logIn()).json();
  expect((await finish(login, { type: "recovery", code: codes[0] })).statusCode).toBe(401);
  expect((await finish(login, { type: "recovery", code: renewed[0] })).statusCode).toBe(201);
});

test("with the last factor the recovery codes are gone, and a login takes one step", async () => {
  await addApp();
  expect((await call(here, "DELETE /account/app")).statusCode).toBe(204);
  expect(await account()).toMatchObject({ authenticator_app: null, recovery_codes: null });
  expect((await logIn()).statusCode).toBe(201);
  expect((await call(here, "DELETE /account/app")).statusCode).toBe(404);
  expect((await call(here, "POST /account/recovery-codes")).statusCode).toBe(409);
});

test("an operator who resets the password removes the second factors", async () => {
  const { show } = await addApp();
  const { login } = (await logIn()).json();
  await resetPassword(db, { email: USER, password: PASSWORD });
  expect((await finish(login, { type: "app", code: show() })).statusCode).toBe(409);
  expect((await logIn()).statusCode).toBe(201);
});

test("ten minutes after the login, factors only change after another proof", async () => {
  const begin = (who = here) => call(who, "POST /account/app/setup");
  clock.ms += 10 * MINUTE_MS - 1;
  expect((await begin()).statusCode).toBe(200);
  clock.ms += 1;
  const reply = await begin();
  expect([reply.statusCode, reply.headers["x-confirm"], reply.json().detail]).toEqual([
    428,
    "1",
    "Confirm that it is you before you do this.",
  ]);
  expect((await confirm({ type: "password", password: "not the password" })).json().detail).toBe(
    "This is not your password.",
  );
  expect((await begin()).statusCode).toBe(428);
  expect((await confirm({ type: "password", password: PASSWORD })).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ action: "confirmIdentity", after: { by: "password" } });
  expect((await begin()).statusCode).toBe(200);
});

test("other dangerous calls take another proof of those who have a second factor", async () => {
  const ADMIN = "admin@groundcrew.example";
  await addUser(ADMIN, orgs.provider, { can_admin: true, password_hash });
  const admin = await as(ADMIN);
  const remove = async () => (await call(admin, "DELETE /users?email=nobody@harbor.example")).statusCode;
  clock.ms += 20 * MINUTE_MS;
  expect(await remove()).toBe(404);
  await confirm({ type: "password", password: PASSWORD }, admin);
  const { show } = await addApp(admin);
  clock.ms += 20 * MINUTE_MS;
  await expect.poll(remove).toBe(428);
  expect((await confirm({ type: "app", code: show() }, admin)).statusCode).toBe(204);
  await expect.poll(remove).toBe(404);
});

test("a user with an app confirms with it, and no longer with the password", async () => {
  const { show, codes } = await addApp();
  clock.ms += 20 * MINUTE_MS;
  expect((await confirm({ type: "password", password: PASSWORD })).statusCode).toBe(409);
  expect((await confirm({ type: "app", code: "000000" })).json().detail).toBe(
    "That code is not right. 4 tries left, then a pause of 5 minutes.",
  );
  expect((await call(here, "DELETE /account/app")).statusCode).toBe(428);
  expect((await confirm({ type: "app", code: show() })).statusCode).toBe(204);
  clock.ms += 20 * MINUTE_MS;
  expect((await confirm({ type: "recovery", code: codes[0] })).statusCode).toBe(204);
  expect((await call(here, "DELETE /account/app")).statusCode).toBe(204);
});

test("a proof is one of its session alone", async () => {
  const elsewhere = await as(USER);
  clock.ms += 10 * MINUTE_MS;
  await confirm({ type: "password", password: PASSWORD });
  expect((await call(elsewhere, "POST /account/app/setup")).statusCode).toBe(428);
});

test("an account without a password and a second factor cannot confirm, but logs in again", async () => {
  const who = await as("google@harbor.example");
  clock.ms += 10 * MINUTE_MS;
  expect((await confirm({ type: "password", password: PASSWORD }, who)).statusCode).toBe(409);
});
