import { createHash } from "node:crypto";
import { defaultBrand } from "@groundcrew/shared/brand";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { WALLBOARDS_MAX } from "@groundcrew/shared/wallboards";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { throttleIn } from "../platform/throttle/index.ts";
import { Board } from "../stations/index.ts";
import { wallboardRoutes } from "./index.ts";

const { db, app, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig();
wallboardRoutes(app, {
  db,
  board: new Board(() => clock.ms),
  brand: defaultBrand,
  throttle: throttleIn(db, now),
  now: () => clock.ms,
});
await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await addUser("second@harbor.example", orgs.harbor, { can_manage: true });
await addUser("manager@skyline.example", orgs.skyline, { can_manage: true });
const [admin, manager, other] = [
  await as("admin@groundcrew.example"),
  await as("manager@harbor.example"),
  await as("manager@skyline.example"),
];

const SETTINGS = { name: "Operations room", view: null, pages: ["now", "map"], turn_s: 30, theme: "dark" };

/** Sessions begin and end by this clock. */
const START = clock.ms;

beforeEach(async () => {
  clock.ms = START;
  await emptyTables(db, ["wallboards", "throttles"]);
});

async function make(who: Who = manager, differences: object = {}, query = "") {
  const reply = await call(who, `POST /wallboards${query}`, { payload: { ...SETTINGS, days: 90, ...differences } });
  expect(reply.statusCode).toBe(201);
  const { wallboard, token }: { wallboard: { id: number; rev: number; ends: string }; token: string } = reply.json();
  return { wallboard, token };
}

function show(token: string, remoteAddress = "10.0.0.1") {
  return call(NOBODY, "GET /wall", { headers: { authorization: `Bearer ${token}` }, remoteAddress });
}

async function change(who: Who, line: string, payload?: object) {
  return (await call(who, line, payload && { payload })).statusCode;
}

// @spec R10.3
test("the token of a new wallboard is shown once, and only its hash is stored", async () => {
  const { wallboard, token } = await make();
  expect(wallboard).toEqual({
    id: expect.any(Number),
    rev: 1,
    ...SETTINGS,
    created: expect.any(String),
    ends: new Date(clock.ms + 90 * DAY_MS).toISOString(),
    last_used: null,
    last_address: null,
  });
  const [name, secret = ""] = token.split(".");
  expect(token).toMatch(/^wall_[a-z2-9]{10}\.[\w-]{43}$/);
  const row = await db.selectFrom("wallboards").selectAll().executeTakeFirstOrThrow();
  expect([row.token_name, Buffer.from(row.secret_hash)]).toEqual([name, createHash("sha256").update(secret).digest()]);
  const stored = [
    await db.selectFrom("audit_entries").selectAll().execute(),
    await db.selectFrom("idempotency_keys").selectAll().execute(),
    (await call(manager, "GET /wallboards")).json(),
  ];
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(JSON.stringify(stored[2])).not.toContain(name);
});

test("what happens to a wallboard is in the audit log of its organization, with its name", async () => {
  const { wallboard } = await make();
  const target = `wallboard ${wallboard.id}`;
  const common = { actor: "manager@harbor.example", target, org_id: orgs.harbor };
  expect(await lastAudit()).toMatchObject({ ...common, action: "createWallboard", after: { name: "Operations room" } });
  await change(manager, `PUT /wallboards/${wallboard.id}`, { ...SETTINGS, name: "Lobby", rev: 1 });
  expect(await lastAudit()).toMatchObject({ ...common, action: "changeWallboard", after: { name: "Lobby" } });
  await change(manager, `PUT /wallboards/${wallboard.id}/end`, { days: 7 });
  expect(await lastAudit()).toMatchObject({ ...common, action: "renewWallboard", before: { name: "Lobby" } });
  await change(manager, `DELETE /wallboards/${wallboard.id}`);
  expect(await lastAudit()).toMatchObject({ ...common, action: "revokeWallboard", before: { name: "Lobby" } });
});

// @spec R10.3
test("an organization has at most 20 wallboards, however many are created at once", async () => {
  const creations = Array.from({ length: WALLBOARDS_MAX + 2 }, () =>
    call(manager, "POST /wallboards", { payload: { ...SETTINGS, days: 1 } }),
  );
  const statuses = (await Promise.all(creations)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect((await make(other)).wallboard.rev).toBe(1);
});

// @spec R10.2
test.each([
  ["name", ""],
  ["name", "x".repeat(61)],
  ["pages", []],
  ["pages", ["now", "now"]],
  ["pages", ["log"]],
  ["turn_s", 9],
  ["turn_s", 121],
  ["turn_s", 30.5],
  ["theme", "blue"],
  ["days", 0],
  ["days", 366],
])("%s %j is refused", async (field, value) => {
  const payload = { ...SETTINGS, days: 90, [field]: value };
  expect((await call(manager, "POST /wallboards", { payload })).statusCode).toBe(422);
});

// @spec R10.2
test("managers have the wallboards of their organization, admins those of any", async () => {
  const { wallboard } = await make();
  const path = `/wallboards/${wallboard.id}`;
  const edit = { ...SETTINGS, rev: 1 };
  for (const [line, payload] of [
    [`PUT ${path}`, edit],
    [`PUT ${path}/end`, { days: 7 }],
    [`DELETE ${path}`, undefined],
    [`GET /wallboards?org_id=${orgs.harbor}`, undefined],
    [`POST /wallboards?org_id=${orgs.harbor}`, { ...SETTINGS, days: 90 }],
  ] as const) {
    expect([line, await change(other, line, payload)]).toEqual([line, 404]);
  }
  expect(await change(admin, `PUT ${path}`, edit)).toBe(200);
  expect((await make(admin, {}, `?org_id=${orgs.skyline}`)).wallboard.rev).toBe(1);
  expect((await call(other, "GET /wallboards")).json()).toHaveLength(1);
});

test("a change of something that someone else has changed is refused", async () => {
  const { wallboard } = await make();
  const path = `PUT /wallboards/${wallboard.id}`;
  expect(await change(manager, path, { ...SETTINGS, name: "Lobby", rev: 1 })).toBe(200);
  expect(await change(manager, path, { ...SETTINGS, name: "Hall", rev: 1 })).toBe(412);
  expect((await call(manager, "GET /wallboards")).json()).toMatchObject([{ name: "Lobby", rev: 2 }]);
});

// @spec R10.4
test("a wallboard shows nothing once it is revoked", async () => {
  const { wallboard, token } = await make();
  expect((await show(token)).statusCode).toBe(200);
  expect(await change(manager, `DELETE /wallboards/${wallboard.id}`)).toBe(204);
  expect([(await show(token)).statusCode, (await show(token)).json().detail]).toEqual([
    401,
    "This link is not valid, or was revoked. A manager can create another wallboard.",
  ]);
});

// @spec R10.4, R10.13
test("a wallboard ends, and shows its stations again under the same link once it is renewed", async () => {
  const { wallboard, token } = await make(manager, { days: 1 });
  const end = Date.parse(wallboard.ends);
  clock.ms = end - 1;
  expect((await show(token)).statusCode).toBe(200);
  clock.ms = end;
  const ended = await show(token);
  expect([ended.statusCode, ended.json().detail]).toEqual([403, "This wallboard has ended. A manager can renew it."]);
  // Weeks later, when its manager has logged in again.
  const again = await as("manager@harbor.example");
  const renewed = await call(again, `PUT /wallboards/${wallboard.id}/end`, { payload: { days: 2 } });
  expect(renewed.json().ends).toBe(new Date(clock.ms + 2 * DAY_MS).toISOString());
  expect((await show(token)).json().ends).toBe(renewed.json().ends);
});

// @spec R10.5
test("only its own token opens a wallboard: no session, no API key, and no other token", async () => {
  const { token } = await make();
  const key = (await call(manager, "POST /apikeys?description=x")).json().key;
  const [name, secret = ""] = token.split(".");
  const wrong = `${name}.${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}`;
  for (const text of ["", "nonsense", wrong, `${name}.`, `wall_aaaaaaaaaa.${secret}`, key, token + token]) {
    expect([text, (await show(text)).statusCode]).toEqual([text, 401]);
  }
  expect((await call(manager, "GET /wall")).statusCode).toBe(401);
});

// @spec R10.5
test("a token opens nothing but its wallboard", async () => {
  const { token } = await make();
  const headers = { authorization: `Bearer ${token}` };
  for (const line of ["GET /wallboards", "GET /apikeys", "GET /users", "GET /sessions/current"]) {
    expect([line, (await call(NOBODY, line, { headers })).statusCode]).toEqual([line, 401]);
  }
});

test("a network that guesses has to wait, and the right token is never refused", async () => {
  const { token } = await make();
  const guess = () => show(`wall_aaaaaaaaaa.${"A".repeat(43)}`, "10.0.7.1");
  const statuses: number[] = [];
  for (let nth = 0; nth < 11; nth++) statuses.push((await guess()).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await guess()).headers["retry-after"]).toBe("2");
  expect((await show(token, "10.0.7.2")).statusCode).toBe(200);
  expect((await show("nonsense", "10.0.8.1")).statusCode).toBe(401);
});

// @spec R10.4
test("the last use and its address are stored, at most once a minute", async () => {
  const { token } = await make();
  const used = async () => {
    const [listed] = (await call(manager, "GET /wallboards")).json();
    return [listed.last_used, listed.last_address];
  };
  const first = now().toISOString();
  await show(token);
  expect(await used()).toEqual([first, "10.0.0.1"]);
  clock.ms += MINUTE_MS - 1;
  await show(token, "10.0.0.2");
  expect(await used()).toEqual([first, "10.0.0.1"]);
  clock.ms += 1;
  await show(token, "10.0.0.2");
  expect(await used()).toEqual([now().toISOString(), "10.0.0.2"]);
});

test("a wallboard belongs to its organization: it stays when its manager is no longer one, or is deleted, and others revoke it", async () => {
  const second = await as("second@harbor.example");
  const { wallboard, token } = await make(second);
  const line = `PUT /users/permission?email=second@harbor.example&can_manage=false`;
  expect((await call(manager, line)).statusCode).toBe(200);
  expect((await call(await as("second@harbor.example"), "GET /wallboards")).statusCode).toBe(403);
  expect((await show(token)).statusCode).toBe(200);
  expect((await call(manager, "DELETE /users?email=second@harbor.example")).statusCode).toBe(204);
  expect((await show(token)).statusCode).toBe(200);
  expect(await change(manager, `DELETE /wallboards/${wallboard.id}`)).toBe(204);
});

test("a wallboard is deleted with its organization", async () => {
  const name = "Short-lived";
  const { id } = await db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  // Not by a call, whose entry in the audit log would keep the organization.
  const secret = "A".repeat(43);
  const secret_hash = createHash("sha256").update(secret).digest();
  const token = {
    org_id: id,
    token_name: "wall_shortlived",
    secret_hash,
    ends: new Date(START + DAY_MS).toISOString(),
  };
  await db
    .insertInto("wallboards")
    .values({ ...SETTINGS, ...token, view: null, last_used: null, last_address: null })
    .execute();
  expect((await show(`wall_shortlived.${secret}`)).statusCode).toBe(200);
  await sql`delete from organizations where id = ${id}`.execute(db);
  expect((await show(`wall_shortlived.${secret}`)).statusCode).toBe(401);
});
