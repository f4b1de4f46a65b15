import { MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { authenticatorAt } from "../../test/authenticator.ts";
import { emptyTables } from "../../test/database.ts";
import { hashPassword } from "../sessions/index.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
/** The console of these tests is on the loopback address. */
const PAGE = "http://localhost:4000";
const USER = "user@harbor.example";
const password_hash = await hashPassword(PASSWORD);

let here: Who = NOBODY;

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "used_challenges"]);
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await addUser(USER, orgs.harbor, { password_hash });
  here = await as(USER);
});

const account = async (who = here) => (await call(who, "GET /account")).json();
const challenge = async (): Promise<string> => (await call(NOBODY, "GET /sessions/passkey-challenge")).json().challenge;
const logIn = (payload: object) => call(NOBODY, "POST /sessions/current", { payload });
const withPassword = () => logIn({ email: USER, password: PASSWORD });
const finish = (login: string, step: object) =>
  call(NOBODY, "POST /sessions/current/second-step", { payload: { login, step } });
const confirm = (body: object, who = here) => call(who, "POST /account/confirmation", { payload: body });

const begin = async (who = here): Promise<string> =>
  (await call(who, "POST /account/passkeys/challenge")).json().challenge;

/** Adds a passkey, of which somebody has the authenticator. */
async function addPasskey(name = "Laptop", who = here) {
  const key = authenticatorAt(PAGE);
  const payload = { name, ...key.make(await begin(who)) };
  const reply = await call(who, "POST /account/passkeys", { payload });
  return { key, payload, reply };
}

test("a passkey is added with a name, and the first factor comes with recovery codes", async () => {
  const { reply } = await addPasskey("Windows Hello");
  expect([reply.statusCode, reply.json().recovery_codes.length]).toEqual([200, 10]);
  const added = new Date(clock.ms).toISOString();
  expect((await account()).passkeys).toEqual([
    { id: expect.any(Number), name: "Windows Hello", added, last_used: null },
  ]);
  expect(await lastAudit()).toMatchObject({ action: "addPasskey", after: { name: "Windows Hello" } });
  expect((await addPasskey("YubiKey 5C")).reply.json().recovery_codes).toEqual([]);
  expect((await account()).passkeys).toHaveLength(2);
});

test("a browser is asked for a passkey that it can find by itself, and not for one that is known", async () => {
  const { key } = await addPasskey();
  expect((await call(here, "POST /account/passkeys/challenge")).json()).toMatchObject({
    rp: { id: "localhost", name: "Groundcrew" },
    user: { name: USER, displayName: USER },
    excludeCredentials: [{ type: "public-key", id: key.id, transports: ["internal"] }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
});

test.each([
  ["of another site", { origin: "https://groundcrew.example.evil.example" }],
  ["whose user was not verified", { isVerified: false }],
])("a new passkey %s is refused, and so is its answer", async (_, differences) => {
  const made = authenticatorAt(PAGE).make(await begin(), differences);
  const refused = await call(here, "POST /account/passkeys", { payload: { name: "Laptop", ...made } });
  expect(refused.statusCode).toBe(422);
  const { key } = await addPasskey();
  expect((await logIn(key.answer(await challenge(), differences))).statusCode).toBe(401);
});

test("a passkey alone logs in", async () => {
  const { key } = await addPasskey();
  const reply = await logIn(key.answer(await challenge()));
  expect([reply.statusCode, reply.json().user.email]).toEqual([201, USER]);
  const { sessions, passkeys } = await account({ cookie: cookiesOf(reply) });
  expect(sessions[0]).toMatchObject({ signed_in_by: "passkey", second_step: null });
  expect(passkeys[0].last_used).toBe(new Date(clock.ms).toISOString());
  expect(await lastAudit()).toMatchObject({ action: "logIn", actor: USER, after: { by: "passkey" } });
});

test("a challenge is answered once, also at the same moment, and within five minutes", async () => {
  const { key } = await addPasskey();
  const asked = await challenge();
  const replies = await Promise.all([logIn(key.answer(asked)), logIn(key.answer(asked))]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 401]));
  const late = await challenge();
  clock.ms += 5 * MINUTE_MS;
  expect((await logIn(key.answer(late))).statusCode).toBe(401);
  expect((await logIn(key.answer("AAAA"))).statusCode).toBe(401);
});

test("an unknown passkey, another one's signature and a counter that goes back are refused alike", async () => {
  const { key } = await addPasskey();
  const stranger = authenticatorAt(PAGE);
  const old = key.answer(await challenge());
  const fresh = key.answer(await challenge());
  expect((await logIn(fresh)).statusCode).toBe(201);
  const refused = [
    await logIn(stranger.answer(await challenge())),
    await logIn({ ...stranger.answer(await challenge()), id: key.id }),
    await logIn(old),
  ];
  expect(new Set(refused.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(refused[0]?.statusCode).toBe(401);
});

test("a passkey that does not count is accepted again", async () => {
  const key = authenticatorAt(PAGE, { counts: false });
  await call(here, "POST /account/passkeys", { payload: { name: "Phone", ...key.make(await begin()) } });
  expect((await logIn(key.answer(await challenge()))).statusCode).toBe(201);
  expect((await logIn(key.answer(await challenge()))).statusCode).toBe(201);
});

test("a login with the password takes a passkey as its second step, also after five wrong codes", async () => {
  const { key } = await addPasskey();
  const begun = (await withPassword()).json();
  expect(begun.steps).toEqual(["passkey", "recovery"]);
  for (let guess = 0; guess < 6; guess += 1) await finish(begun.login, { type: "recovery", code: "k7fq-29xm" });
  expect((await finish(begun.login, { type: "recovery", code: "k7fq-29xm" })).statusCode).toBe(429);
  expect((await finish(begun.login, key.answer(await challenge()))).statusCode).toBe(201);
});

test("a passkey of somebody else is no second step, and no proof", async () => {
  await addPasskey();
  await addUser("other@harbor.example", orgs.harbor, { password_hash });
  const other = await addPasskey("Theirs", await as("other@harbor.example"));
  const { login } = (await withPassword()).json();
  expect((await finish(login, other.key.answer(await challenge()))).statusCode).toBe(401);
  expect((await confirm(other.key.answer(await challenge()))).statusCode).toBe(422);
});

test("a passkey confirms who somebody is", async () => {
  const { key } = await addPasskey();
  clock.ms += 10 * MINUTE_MS;
  expect((await call(here, "POST /account/passkeys/challenge")).statusCode).toBe(428);
  expect((await confirm(key.answer(await challenge()))).statusCode).toBe(204);
  expect((await call(here, "POST /account/passkeys/challenge")).statusCode).toBe(200);
});

test("a passkey is renamed and removed by its user alone, and with the last one the recovery codes are gone", async () => {
  const { key } = await addPasskey();
  const [{ id }] = (await account()).passkeys;
  const colleague = await as(USER);
  await addUser("other@harbor.example", orgs.harbor);
  const other = await as("other@harbor.example");
  const rename = (who: Who) => call(who, `PUT /account/passkeys/${id}`, { payload: { name: "Desk" } });
  const remove = (who: Who) => call(who, `DELETE /account/passkeys/${id}`);
  expect([(await rename(other)).statusCode, (await remove(other)).statusCode]).toEqual([404, 404]);
  expect((await rename(here)).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ before: { name: "Laptop" }, after: { name: "Desk" } });
  expect((await remove(colleague)).statusCode).toBe(204);
  expect(await account()).toMatchObject({ passkeys: [], recovery_codes: null });
  expect((await logIn(key.answer(await challenge()))).statusCode).toBe(401);
  expect((await withPassword()).statusCode).toBe(201);
});

test("a passkey belongs to one account, and is added once", async () => {
  const { key, payload } = await addPasskey();
  expect((await call(here, "POST /account/passkeys", { payload })).statusCode).toBe(422);
  const again = { name: "Again", ...key.make(await begin()) };
  expect((await call(here, "POST /account/passkeys", { payload: again })).statusCode).toBe(409);
});
