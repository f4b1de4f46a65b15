import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { throttleIn } from "../platform/throttle/index.ts";
import { hashPassword } from "./index.ts";
import { networkBuckets } from "./buckets.ts";

const PROXY = "10.9.8.7";
const { db, clock, orgs, addUser, call, lastAudit } = await accountsRig({ hasTwoServers: true, trustProxy: [PROXY] });
const OWNER = "owner@harbor.example";
const SECOND = "second@harbor.example";
const password_hash = await hashPassword(PASSWORD);
await addUser(OWNER, orgs.harbor, { password_hash });
await addUser(SECOND, orgs.harbor, { password_hash });

beforeEach(async () => {
  await db.deleteFrom("throttles").execute();
});

type From = { who?: Who; ip?: string; headers?: Record<string, string> };

function logIn(email: string, password: string, { who = NOBODY, ip = "198.51.100.1", headers = {} }: From = {}) {
  return call(who, "POST /sessions/current", { payload: { email, password }, remoteAddress: ip, headers });
}

/** The number of guesses that were checked, of an attack of this length and rate in which every guess comes from a new network. */
async function attack(email: string, lastsMs: number, everyMs = 4 * SECOND_MS): Promise<number> {
  const end = clock.ms + lastsMs;
  let checked = 0;
  for (let guess = 0; clock.ms < end; guess += 1) {
    const ip = `203.${guess % 250}.${Math.floor(guess / 250)}.9`;
    const { statusCode } = await logIn(email, `guess number ${guess}`, { ip });
    if (statusCode === 401) checked += 1;
    clock.ms += everyMs;
  }
  return checked;
}

/** Attempts of a network that have not succeeded, without the passwords. */
async function attempts(ip: string, count: number): Promise<void> {
  const throttle = throttleIn(db, () => new Date(clock.ms));
  for (let made = 0; made < count; made += 1) await throttle.begin(networkBuckets(ip));
}

async function knownBrowser(email: string): Promise<Who> {
  const reply = await logIn(email, PASSWORD);
  expect(reply.statusCode).toBe(201);
  return { cookie: cookiesOf(reply) };
}

test("after five wrong passwords the next attempt has to wait, even with the right password", async () => {
  for (let guess = 0; guess < 5; guess += 1) expect((await logIn(OWNER, "wrong")).statusCode).toBe(401);
  const reply = await logIn(OWNER, PASSWORD);
  expect([reply.statusCode, reply.headers["retry-after"], reply.json().detail]).toEqual([
    429,
    "5",
    "Too many attempts. Try again in 5 seconds.",
  ]);
  clock.ms += 5 * SECOND_MS;
  expect((await logIn(OWNER, PASSWORD)).statusCode).toBe(201);
});

test("an unknown account has the same waits", async () => {
  const replies = [];
  for (let guess = 0; guess < 6; guess += 1) replies.push(await logIn("nobody@harbor.example", "wrong"));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
});

test("only a few guesses a minute and an hour are checked, from any number of networks", async () => {
  expect(await attack(OWNER, MINUTE_MS, 2 * SECOND_MS)).toBeLessThanOrEqual(10);
  expect(await attack(OWNER, 59 * MINUTE_MS, MINUTE_MS)).toBeLessThanOrEqual(10);
});

test("an attack does not lock out a user in a browser that they have used before", async () => {
  const browser = await knownBrowser(OWNER);
  for (let round = 0; round < 2; round += 1) {
    await attack(OWNER, MINUTE_MS);
    const elsewhere = await logIn(OWNER, PASSWORD, { ip: "203.0.113.200" });
    expect(elsewhere.statusCode).toBe(429);
    expect((await logIn(OWNER, PASSWORD, { who: browser })).statusCode).toBe(201);
  }
});

test("a browser known for one account is unknown for another", async () => {
  const browser = await knownBrowser(OWNER);
  await attack(SECOND, MINUTE_MS);
  expect((await logIn(SECOND, PASSWORD, { who: browser })).statusCode).toBe(429);
});

test("a browser is known for each account that has logged in with it", async () => {
  const first = await logIn(OWNER, PASSWORD);
  const second = await logIn(SECOND, PASSWORD, { who: { cookie: cookiesOf(first) } });
  const browser = { cookie: cookiesOf(second) };
  await attack(OWNER, MINUTE_MS);
  await attack(SECOND, MINUTE_MS);
  expect((await logIn(OWNER, PASSWORD, { who: browser })).statusCode).toBe(201);
  expect((await logIn(SECOND, PASSWORD, { who: browser })).statusCode).toBe(201);
});

test("a known browser that guesses has to wait as well", async () => {
  const browser = await knownBrowser(OWNER);
  for (let guess = 0; guess < 5; guess += 1) await logIn(OWNER, "wrong", { who: browser });
  expect((await logIn(OWNER, PASSWORD, { who: browser })).statusCode).toBe(429);
});

test("a device cookie that was tampered with does not make a browser known", async () => {
  const { cookie } = await knownBrowser(OWNER);
  const [, device = ""] = /groundcrew_device=([^;]*)/.exec(cookie) ?? [];
  const [nonce, signature = ""] = device.split(".");
  await attack(OWNER, MINUTE_MS);
  for (const forged of [`other.${signature}`, `${nonce}.${signature.slice(1)}`, `${nonce}.`, nonce, "", "....."]) {
    const who = { cookie: `groundcrew_device=${forged}` };
    expect((await logIn(OWNER, PASSWORD, { who })).statusCode).toBe(429);
  }
});

test("only a network that tries one account after another has to wait; a forged forwarding header changes nothing, and a trusted proxy's is used", async () => {
  const forwarded = (ip: string) => ({ "x-forwarded-for": ip });
  const tried = [];
  await attempts("192.0.2.1", 28);
  for (let guess = 0; guess < 3; guess += 1) {
    const from = { ip: `192.0.2.${guess}`, headers: forwarded(`203.0.${guess}.1`) };
    tried.push((await logIn(`user${guess}@harbor.example`, "Summer 2026 Summer", from)).statusCode);
  }
  expect(tried).toEqual([401, 401, 429]);
  const logInFrom = async (ip: string, via: string) =>
    (await logIn(OWNER, PASSWORD, { ip, headers: forwarded(via) })).statusCode;
  expect(await logInFrom("192.0.2.99", "203.0.99.1")).toBe(429);
  expect(await logInFrom(PROXY, "192.0.2.99")).toBe(429);
  expect(await logInFrom("192.0.3.1", "192.0.2.99")).toBe(201);
  expect(await logInFrom(PROXY, "203.0.113.77")).toBe(201);
  expect(await lastAudit()).toMatchObject({ ip: "203.0.113.77" });
});

test("the many networks of one IPv6 site have a limit together", async () => {
  const attempt = (guess: number) => attempts(`2001:db8:1:${guess.toString(16)}::1`, 1);
  for (let guess = 0; guess < 300; guess += 1) await attempt(guess);
  await expect(attempt(300)).rejects.toMatchObject({ status: 429 });
  expect((await logIn(OWNER, PASSWORD, { ip: "2001:db8:2::1" })).statusCode).toBe(201);
});

test("successful logins do not count toward a network's attempts", async () => {
  await attempts("198.51.100.1", 28);
  for (let count = 0; count < 4; count += 1) {
    expect((await logIn(count % 2 ? OWNER : SECOND, PASSWORD)).statusCode).toBe(201);
  }
});

test("logins, failed logins and logouts are audited, but not attempts that had to wait", async () => {
  // The refusals of earlier tests used up the audit's limit for their minute.
  clock.ms += MINUTE_MS;
  await logIn(OWNER, "wrong");
  expect(await lastAudit()).toMatchObject({
    actor_kind: "anonymous",
    action: "refuseLogIn",
    target: `user ${OWNER}`,
    org_id: orgs.harbor,
    ip: "198.51.100.1",
    after: { by: "password" },
  });
  const browser = await knownBrowser(OWNER);
  expect(await lastAudit()).toMatchObject({ actor_kind: "user", actor: OWNER, action: "logIn", org_id: orgs.harbor });
  await call(browser, "DELETE /sessions/current");
  expect(await lastAudit()).toMatchObject({ actor_kind: "user", actor: OWNER, action: "logOut" });
  await call(browser, "DELETE /sessions/current");
  const logouts = await db.selectFrom("audit_entries").select("id").where("action", "=", "logOut").execute();
  expect(logouts).toHaveLength(1);

  for (let guess = 0; guess < 9; guess += 1) await logIn(SECOND, "wrong");
  const refused = await db.selectFrom("audit_entries").select("id").where("target", "=", `user ${SECOND}`).execute();
  const countBefore = refused.length;
  await logIn(SECOND, "wrong");
  const after = await db.selectFrom("audit_entries").select("id").where("target", "=", `user ${SECOND}`).execute();
  expect(after).toHaveLength(countBefore);
});

test("a login is never answered from the idempotency store", async () => {
  const headers = { "idempotency-key": "login-1" };
  const first = await logIn(OWNER, PASSWORD, { headers });
  const second = await logIn(OWNER, PASSWORD, { headers });
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(cookiesOf(second)).not.toBe(cookiesOf(first));
  expect(await db.selectFrom("idempotency_keys").select("key").execute()).toEqual([]);
});
