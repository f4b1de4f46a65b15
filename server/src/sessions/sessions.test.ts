import { argon2Sync } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { openFactors, openPasskeys } from "../factors/index.ts";
import { identifyBy } from "../../test/identify.ts";
import { inTransaction, isDatabaseUnavailable } from "../platform/db/index.ts";
import { createApp } from "../platform/http/index.ts";
import { throttleIn } from "../platform/throttle/index.ts";
import { deviceCookie, hashPassword, openSignOn, sessionCookie, sessionRoutes, sessionsIn } from "./index.ts";

const { db } = await testDatabase();
const ORIGIN = "http://127.0.0.1:4000";
const PASSWORD = "a long enough password";
let clock = Date.parse("2026-11-21T08:00:00.000Z");
const now = () => new Date(clock);
const cookie = sessionCookie(ORIGIN);
const sessions = sessionsIn(db, { provider: "Groundcrew", now });
const { app } = await createApp({
  log: pino({ level: "silent" }),
  origin: ORIGIN,
  tileOrigin: null,
  trustProxy: [],
  identify: { tokenOf: cookie.read, sessions, keys: identifyBy(() => undefined).keys, settle: async () => {} },
  findAnswer: async () => undefined,
  storeRefusal: async () => {},
  isDatabaseUnavailable,
  now: () => clock,
});
sessionRoutes(app, {
  db,
  sessions,
  cookie,
  throttle: throttleIn(db, now),
  device: deviceCookie({ origin: ORIGIN, secretKey: "a key for tests" }),
  google: null,
  acceptInvitation: async () => {},
  seesMany: ({ orgId }) => orgId === null,
  factors: openFactors("a key for tests"),
  passkeys: openPasskeys({ secretKey: "a key for tests", origin: ORIGIN }),
  signOn: openSignOn({ secretKey: "a key for tests", origin: ORIGIN, allowPrivate: false, now }),
  product: "Groundcrew",
  now,
});
const password_hash = await hashPassword(PASSWORD);
const PEOPLE = { Groundcrew: "staff@groundcrew.example", "Harbor Air": "user@harbor.example" };
for (const [name, email] of Object.entries(PEOPLE)) {
  const { id } = await db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("users").values({ email, org_id: id, password_hash }).execute();
}
function logIn(email: string, password: string, headers: Record<string, string> = {}) {
  return app.inject({ method: "POST", url: "/api/sessions/current", payload: { email, password }, headers });
}

async function cookieOf(email: string): Promise<string> {
  const { headers } = await logIn(email, PASSWORD);
  return [headers["set-cookie"]].flat()[0]?.split(";", 1)[0] ?? "";
}

function current(session: string, headers: Record<string, string> = {}) {
  return app.inject({ url: "/api/sessions/current", headers: { cookie: session, ...headers } });
}

// @spec 136.1, 235.1
test("logging in returns the user and sets a cookie that scripts cannot read", async () => {
  const reply = await logIn(" User@Harbor.example ", PASSWORD);
  expect(reply.statusCode).toBe(201);
  expect(reply.json().user).toEqual({
    name: "",
    email: "user@harbor.example",
    can_manage: false,
    can_admin: false,
    org_id: expect.any(Number),
    organization: "Harbor Air",
    default_view: null,
    preferences: { time_zone: "browser", units: "fahrenheit", theme: null },
  });
  const [session, device] = [reply.headers["set-cookie"]].flat();
  expect(session).toMatch(/^groundcrew_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(device).toMatch(/^groundcrew_device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("the session says whether its user sees so many stations that lists are loaded in pages", async () => {
  expect((await current(await cookieOf("staff@groundcrew.example"))).json().user.lists_in_pages).toBe(true);
});

test("a wrong password and an unknown email get the same response", async () => {
  const wrong = await logIn("user@harbor.example", "not the password");
  const unknown = await logIn("nobody@harbor.example", PASSWORD);
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toEqual({
    title: "Unauthorized",
    status: 401,
    detail: "The email address or password is wrong.",
  });
  expect(unknown.body).toBe(wrong.body);
  expect(unknown.headers["set-cookie"]).toBeUndefined();
});

// @spec 197.1
test("an invalid body is answered with a list of fields and messages", async () => {
  const reply = await app.inject({
    method: "POST",
    url: "/api/sessions/current",
    payload: { email: "harbor", password: "", remember: true },
  });
  expect(reply.statusCode).toBe(422);
  expect(reply.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(reply.json().detail).toEqual(
    expect.arrayContaining([
      { field: "email", message: "Enter a valid email address." },
      { field: "password", message: "Enter your password." },
      { field: "remember", message: "This field is unknown." },
    ]),
  );
});

test.each([
  ["broken JSON", "{", "application/json", 400],
  ["another content type", "email=x", "application/x-www-form-urlencoded", 415],
  ["a body that is too large", JSON.stringify({ email: "x".repeat(1_100_000) }), "application/json", 413],
  ["a body nested too deeply", "[".repeat(40) + "]".repeat(40), "application/json", 422],
])("%s is refused with a sentence", async (_, payload, type, status) => {
  const reply = await app.inject({
    method: "POST",
    url: "/api/sessions/current",
    payload,
    headers: { "content-type": type },
  });
  expect(reply.statusCode).toBe(status);
  expect(reply.json().detail).toMatch(/^[A-Z].*\.$/);
});

test("a change requested by another site is refused", async () => {
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://evil.example" },
  ]) {
    expect((await logIn("user@harbor.example", PASSWORD, headers)).statusCode).toBe(403);
  }
  expect((await logIn("user@harbor.example", PASSWORD, { "sec-fetch-site": "same-origin" })).statusCode).toBe(201);
  expect((await logIn("user@harbor.example", PASSWORD, { origin: ORIGIN })).statusCode).toBe(201);
});

// @spec 234.1
test("without a session the current user is unknown", async () => {
  expect((await app.inject({ url: "/api/sessions/current" })).statusCode).toBe(401);
  expect((await current("groundcrew_session=invented")).statusCode).toBe(401);
});

// @spec 176.3, 236.1
test("logging out ends the session on the server", async () => {
  const session = await cookieOf("user@harbor.example");
  expect((await current(session)).statusCode).toBe(200);
  const reply = await app.inject({ method: "DELETE", url: "/api/sessions/current", headers: { cookie: session } });
  expect(reply.statusCode).toBe(204);
  expect((await current(session)).statusCode).toBe(401);
});

test("logging in again ends the previous session", async () => {
  const before = await cookieOf("user@harbor.example");
  await logIn("user@harbor.example", PASSWORD, { cookie: before });
  expect((await current(before)).statusCode).toBe(401);
});

test("a customer's session ends 12 hours after its last use", async () => {
  const session = await cookieOf("user@harbor.example");
  clock += 11 * HOUR_MS;
  expect((await current(session)).statusCode).toBe(200);
  clock += 11 * HOUR_MS;
  expect((await current(session)).statusCode).toBe(200);
  clock += 12 * HOUR_MS + 1;
  expect((await current(session)).statusCode).toBe(401);
});

test("automatic requests of a page do not extend a session", async () => {
  const session = await cookieOf("staff@groundcrew.example");
  for (let minutes = 0; minutes < 120; minutes += 10) {
    clock += 10 * MINUTE_MS;
    await current(session, { "x-background": "1" });
  }
  clock += 1;
  expect((await current(session)).statusCode).toBe(401);
});

test("a customer's session ends after seven days at the latest", async () => {
  const session = await cookieOf("user@harbor.example");
  const end = clock + 7 * DAY_MS;
  while (clock < end - 6 * HOUR_MS) {
    clock += 6 * HOUR_MS;
    expect((await current(session)).statusCode).toBe(200);
  }
  clock = end + 1;
  expect((await current(session)).statusCode).toBe(401);
});

test("a session of the provider's sees every organization, and ends two hours after its last use, twelve hours after the login", async () => {
  const [staff, user] = [await cookieOf("staff@groundcrew.example"), await cookieOf("user@harbor.example")];
  const principal = (session: string) => sessions.principal(cookie.read(session) ?? "", true);
  expect(await principal(staff)).toMatchObject({ provider: true, user: { can_manage: true, can_admin: false } });
  expect(await principal(user)).toMatchObject({ provider: false, user: { can_manage: false } });
  for (let hours = 2; hours <= 12; hours += 2) {
    clock += 2 * HOUR_MS - 1;
    expect((await current(staff)).statusCode).toBe(200);
  }
  clock += 10;
  expect((await current(staff)).statusCode).toBe(401);
  const again = await cookieOf("staff@groundcrew.example");
  clock += 2 * HOUR_MS;
  expect((await current(again)).statusCode).toBe(401);
});

test("only a hash of the session's token is stored", async () => {
  const session = await cookieOf("user@harbor.example");
  const rows = await db.selectFrom("sessions").select("token_hash").execute();
  const token = session.split("=")[1] ?? "";
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ token_hash }) => Buffer.from(token_hash).includes(token))).toBe(false);
});

test("responses have the headers that caches and browsers need", async () => {
  const reply = await app.inject({ url: "/api/sessions/current" });
  expect(reply.headers["cache-control"]).toBe("private, no-cache");
  expect(reply.headers["vary"]).toBe("Cookie, Authorization");
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  expect(reply.headers["referrer-policy"]).toBe("no-referrer");
  expect(reply.headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-\w+'.*object-src 'none'/);
});

/** Adds a user whose password was stored with earlier parameters. */
async function addEarlyUser(email: string) {
  const { id: org_id } = await db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
  const salt = Buffer.from("sixteen bytes ok");
  const hash = argon2Sync("argon2id", {
    message: PASSWORD,
    nonce: salt,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  const password_hash = `$argon2id$v=19$m=8,t=1,p=1$${saltText}$${hashText}`;
  await db.insertInto("users").values({ email, org_id, password_hash }).execute();
  const stored = async () =>
    (await db.selectFrom("users").select("password_hash").where("email", "=", email).executeTakeFirst())?.password_hash;
  return { password_hash, stored };
}

const CURRENT_PARAMETERS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test("a password that was hashed with earlier parameters is rehashed at the next login", async () => {
  const email = "early@harbor.example";
  const { password_hash, stored } = await addEarlyUser(email);
  expect((await logIn(email, "another password")).statusCode).toBe(401);
  expect(await stored()).toBe(password_hash);
  expect((await logIn(email, PASSWORD)).statusCode).toBe(201);
  const renewed = await stored();
  expect(renewed).toMatch(CURRENT_PARAMETERS);
  expect((await logIn(email, PASSWORD)).statusCode).toBe(201);
  expect(await stored()).toBe(renewed);
});

/** Answers to logins at once, during which another transaction has locked the user, and changes it when all of them wait. */
async function logInsWhileLocked(email: string, count: number, change: (tx: typeof db) => Promise<unknown>) {
  const logins = await inTransaction(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("email", "=", email).forUpdate().execute();
    const started = Array.from({ length: count }, () => logIn(email, PASSWORD));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(count);
    await change(tx);
    return started;
  });
  return (await Promise.all(logins)).map(({ statusCode }) => statusCode);
}

test("two logins at once with a password that was hashed with earlier parameters both succeed", async () => {
  const email = "twice@harbor.example";
  const { stored } = await addEarlyUser(email);
  expect(await logInsWhileLocked(email, 2, async () => {})).toEqual([201, 201]);
  expect(await stored()).toMatch(CURRENT_PARAMETERS);
});

test.each([
  ["was stored again meanwhile succeeds", PASSWORD, 201],
  ["was changed meanwhile fails", "another long password", 401],
])("a login with a password that %s", async (_, password, status) => {
  const email = `meanwhile-${status}@harbor.example`;
  await addEarlyUser(email);
  const password_hash = await hashPassword(password);
  const change = (tx: typeof db) => tx.updateTable("users").set({ password_hash }).where("email", "=", email).execute();
  expect(await logInsWhileLocked(email, 1, change)).toEqual([status]);
});
