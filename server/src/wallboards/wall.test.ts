import { createHash } from "node:crypto";
import { defaultBrand } from "@groundcrew/shared/brand";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { ReadinessReason, ReadinessState } from "@groundcrew/shared/readiness";
import { wall, type Wall } from "@groundcrew/shared/wallboards";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { historyChange } from "../../../shared/test/readiness-history.ts";
import { callsRig, FIELD, HARBOR } from "../../test/calls-rig.ts";
import { emptyTables, insertRow } from "../../test/database.ts";
import { addRows, addTotals } from "../../test/swap-totals.ts";
import { addStation } from "../../test/stations.ts";
import type { Db } from "../platform/db/index.ts";
import { throttleIn } from "../platform/throttle/index.ts";
import { recordEvaluation, storeChanges } from "../readiness/index.ts";
import { wallboardRoutes } from "./index.ts";

// The middle of an hour.
const NOW = Date.parse("2026-11-20T12:30:00.000Z");
const clock = { now: NOW };
const made: { refresh: (names: readonly string[]) => Promise<void> } = { refresh: async () => {} };
const { app, board, db, orgs } = await callsRig({
  now: () => clock.now,
  add({ app, db, board, refresh }) {
    made.refresh = refresh;
    const throttle = throttleIn(db, () => new Date(clock.now));
    wallboardRoutes(app, { db, board, brand: defaultBrand, throttle, now: () => clock.now });
  },
});

beforeEach(async () => {
  clock.now = NOW;
  await emptyTables(db, ["wallboards", "station_readiness"]);
});

let tokens = 0;

/** Adds a wallboard; returns its token. */
async function addWallboard(org_id: number, differences: object = {}): Promise<string> {
  tokens += 1;
  const token_name = `wall_${"a".repeat(8)}${String.fromCharCode(97 + (tokens % 26), 97 + Math.floor(tokens / 26))}`;
  const secret_hash = createHash("sha256").update("A".repeat(43)).digest();
  // Those with the same settings share a reply.
  const settings = {
    name: `Room ${tokens}`,
    pages: ["now", "map", "month"],
    turn_s: 30,
    theme: "dark",
    ...differences,
  };
  const ends = new Date(NOW + 30 * DAY_MS).toISOString();
  await insertRow(db, "wallboards", { org_id, token_name, secret_hash, ends, ...settings });
  return `${token_name}.${"A".repeat(43)}`;
}

async function shownText(token: string): Promise<string> {
  const reply = await app.inject({ url: "/api/wall", headers: { authorization: `Bearer ${token}` } });
  expect(reply.statusCode).toBe(200);
  return reply.body;
}

async function shown(token: string): Promise<Wall> {
  return wall.parse(JSON.parse(await shownText(token)));
}

/** A reason since some minutes ago. */
function reason(code: ReadinessReason["code"], effect: ReadinessReason["effect"], args: ReadinessReason["args"] = {}) {
  return { code, effect, since: new Date(NOW - HOUR_MS).toISOString(), args };
}

const GRIPPER = reason("gripper", "block", { parts: ["left gripper"] });

/** Stores what was evaluated about a station, so many minutes ago. */
async function evaluate(name: string, state: ReadinessState, reasons: readonly ReadinessReason[] = [], minutes = 60) {
  const since = new Date(NOW - minutes * MINUTE_MS).toISOString();
  const parts = { charged: 3, slots: 8, next_charged_at: null, busy: null, not_checked: [] };
  const evaluated = { readiness: { state, since, reasons, ...parts }, holds: [], next: "none_charging", missing: 0 };
  const org_id = board.find(name, { orgId: null, admin: true })?.facts.org_id ?? orgs.harbor;
  const row = { station_name: name, org_id, link: true, evaluated: JSON.stringify({ ...evaluated, isKnown: true }) };
  await sql`delete from station_readiness where station_name = ${name}`.execute(db);
  await insertRow(db, "station_readiness", row);
  await made.refresh([name]);
  await expect.poll(() => board.find(name, { orgId: null, admin: true })?.readiness?.readiness.since).toBe(since);
}

async function addOf(org_id: number, name: string, more: object = {}): Promise<string> {
  await addStation(db, { name, org_id, ...more });
  await made.refresh([name]);
  return name;
}

const SECRET = "the belt of Ana Ruiz";

// @spec R10.5
test("a customer's wallboard shows the stations of its organization alone, the provider's all", async () => {
  await evaluate(HARBOR, "not_ready", [GRIPPER]);
  await evaluate(FIELD, "limited", [reason("hexboard", "limit")]);
  const serials = async (org: number) => (await shown(await addWallboard(org))).rows.map(({ serial }) => serial);
  expect(await serials(orgs.harbor)).toEqual([`Serial of ${HARBOR}`]);
  expect(await serials(orgs.field)).toEqual([`Serial of ${FIELD}`]);
  expect(await serials(orgs.provider)).toEqual([`Serial of ${HARBOR}`, `Serial of ${FIELD}`]);
});

// @spec R10.5
test("a station that has moved to another organization is on the wallboard of that one", async () => {
  const name = await addOf(orgs.harbor, "gc-0000000000c1");
  const ours = await addWallboard(orgs.harbor);
  const before = (await shown(ours)).map?.unlocated ?? 0;
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", name).execute();
  await made.refresh([name]);
  clock.now += 5 * SECOND_MS;
  expect((await shown(ours)).map?.unlocated).toBe(before - 1);
});

test("an unknown station says what it was, and since when is stated apart", async () => {
  await evaluate(HARBOR, "unknown", [reason("offline", "unknown", { was: "ready" })], 12);
  const { rows } = await shown(await addWallboard(orgs.harbor));
  expect(rows).toMatchObject([{ reason: "Offline, was Ready", since: new Date(NOW - 12 * MINUTE_MS).toISOString() }]);
});

// @spec R10.6
test("the reply has neither people, names of stations, the organization's id nor secrets", async () => {
  await db
    .updateTable("stations")
    .set({ edited_by: SECRET, description: SECRET, location_deployment: "", edited: new Date(NOW).toISOString() })
    .execute();
  await evaluate(HARBOR, "limited", [reason("job_failed", "limit", { job: SECRET })]);
  const text = await shownText(await addWallboard(orgs.harbor));
  expect(text).not.toMatch(/Ana Ruiz|"gc-|org_id|last_address|token|secret/);
  expect(Object.keys(JSON.parse(text).rows[0]).toSorted()).toEqual([
    "key",
    "place",
    "reason",
    "serial",
    "since",
    "state",
  ]);
});

// @spec R10.7
test("at most eight stations are listed, the worst first and of these the longest; maintenance is only counted", async () => {
  const org = (await db.insertInto("organizations").values({ name: "Ten" }).returning("id").executeTakeFirstOrThrow())
    .id;
  const name = (nth: number) => `gc-0000000001${String(nth).padStart(2, "0")}`;
  for (let nth = 0; nth < 12; nth++) await addOf(org, name(nth), { serial_number: String(nth) });
  await evaluate(name(0), "ready");
  await evaluate(name(1), "not_ready", [reason("maintenance", "maintenance", { until: "" })]);
  await evaluate(name(2), "unknown", [reason("offline", "unknown")], 500);
  await evaluate(name(3), "limited", [reason("hexboard", "limit")], 400);
  for (let nth = 4; nth < 12; nth++) await evaluate(name(nth), "not_ready", [GRIPPER], nth);
  const { rows, counts, newest_not_ready } = await shown(await addWallboard(org));
  expect(rows.map(({ serial }) => serial)).toEqual(["11", "10", "9", "8", "7", "6", "5", "4"]);
  expect(counts).toEqual({ not_ready: 8, limited: 1, unknown: 1, maintenance: 1, ready: 1 });
  expect(newest_not_ready).toBe(rows.at(-1)?.since);
});

// @spec R10.2
test("a view shows its stations only, in all figures", async () => {
  const atlas = await addOf(orgs.harbor, "gc-0000000000d1", { serial_number: "Reno 1", location_deployment: "Reno" });
  await evaluate(HARBOR, "not_ready", [GRIPPER]);
  await evaluate(atlas, "limited", [reason("hexboard", "limit")]);
  await addSwaps([
    [HARBOR, { succeeded: 30, failed: 2 }],
    [atlas, { succeeded: 7, failed: 1 }],
  ]);
  await sql`insert into readiness_days values
    -- Less than half of it was recorded: no availability.
    (${HARBOR}, '2026-11-05', ${orgs.harbor}, 0, 0, 3600, 0, 0, 82800, 0, 0, 0, 0, 0, 0, false, '{}', '{}', '{}', '{}'),
    (${atlas}, '2026-11-05', ${orgs.harbor}, 80000, 0, 6400, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, '{}', '{}', '{}', '{}')`.execute(
    db,
  );
  // Figures were kept for a minute.
  clock.now = NOW + HOUR_MS;
  const all = await shown(await addWallboard(orgs.harbor));
  const reno = JSON.stringify({ "stations-q": "reno", "stations-type": "" });
  const view = await shown(await addWallboard(orgs.harbor, { view: reno }));
  expect(view.rows).toMatchObject([{ serial: "Reno 1", place: "Reno" }]);
  expect(view.counts).toMatchObject({ not_ready: 0, limited: 1 });
  expect([all, view].map(({ swaps }) => `${swaps.today} ${swaps.day.failed}`)).toEqual(["37 3", "7 1"]);
  expect([all.month?.days !== null, view.month?.days]).toEqual([true, null]);
  expect(all.month?.lowest).toMatchObject([{ serial: "Reno 1", availability: 9_259 }]);
});

// @spec R10.7
test("swaps are those of the organization, since the day began and in the last 24 hours", async () => {
  await addSwaps([
    [HARBOR, { succeeded: 30, failed: 2 }],
    [FIELD, { succeeded: 500, failed: 9 }],
  ]);
  clock.now = NOW + 2 * HOUR_MS;
  expect((await shown(await addWallboard(orgs.harbor))).swaps).toEqual({
    today: 30,
    day: { succeeded: 30, with_errors: 0, failed: 2 },
  });
});

test("figures are read once a minute, and the board every 5 s", async () => {
  await addSwaps([[FIELD, { succeeded: 21, failed: 0 }]]);
  clock.now = NOW + 3 * HOUR_MS;
  const token = await addWallboard(orgs.field);
  expect((await shown(token)).swaps.today).toBe(21);
  await addSwaps([[FIELD, { succeeded: 22, failed: 0 }]]);
  await evaluate(FIELD, "not_ready", [GRIPPER], 3);
  clock.now += 5 * SECOND_MS - 1;
  expect((await shown(token)).counts.not_ready).toBe(0);
  clock.now += 1;
  expect(await shown(token)).toMatchObject({ swaps: { today: 21 }, counts: { not_ready: 1 } });
  clock.now += MINUTE_MS - 5 * SECOND_MS;
  expect((await shown(token)).swaps.today).toBe(22);
});

// @spec R10.7
test("the last 24 hours are the time in each state, of its stations alone", async () => {
  await emptyTables(db, ["readiness_changes", "readiness_evaluations"]);
  const start = NOW - 26 * HOUR_MS;
  await recordEvaluation(db, start);
  await sql`update readiness_evaluations set until = ${new Date(NOW).toISOString()}::timestamptz`.execute(db);
  const org_id = orgs.harbor;
  await storeChanges(db, [
    historyChange(start, "ready", { station: HARBOR, org_id }),
    historyChange(NOW - HOUR_MS, "not_ready", { station: HARBOR, org_id }),
    historyChange(start, "limited", { station: FIELD, org_id: orgs.field }),
  ]);
  // Hours were kept for five minutes.
  clock.now = NOW + 6 * MINUTE_MS;
  const { hours } = await shown(await addWallboard(orgs.harbor));
  expect(hours).toHaveLength(24);
  const none = { ready_s: 0, limited_s: 0, not_ready_s: 0, unknown_s: 0 };
  expect(hours[0]).toEqual({ ...none, start: "2026-11-19T13:00:00.000Z", ready_s: 3_600 });
  expect(hours[22]).toEqual({ ...none, start: "2026-11-20T11:00:00.000Z", ready_s: 1_800, not_ready_s: 1_800 });
  expect(hours[23]).toEqual({ ...none, start: "2026-11-20T12:00:00.000Z", not_ready_s: 1_800 });
});

test("hours are read once for all wallboards with the same stations", async () => {
  clock.now = NOW + 20 * MINUTE_MS;
  const view = JSON.stringify({ "stations-q": HARBOR, "stations-type": "" });
  const total = async (differences: object) =>
    (await shown(await addWallboard(orgs.harbor, differences))).hours.reduce((sum, hour) => sum + hour.ready_s, 0);
  const before = [await total({}), await total({ view })];
  await emptyTables(db, ["readiness_changes", "readiness_evaluations"]);
  await recordEvaluation(db, NOW - 3 * HOUR_MS);
  await sql`update readiness_evaluations set until = ${new Date(NOW).toISOString()}::timestamptz`.execute(db);
  await storeChanges(db, [historyChange(NOW - 3 * HOUR_MS, "ready", { station: HARBOR, org_id: orgs.harbor })]);
  expect([await total({ theme: "light" }), await total({ view, pages: ["now"] })]).toEqual(before);
  clock.now += 5 * MINUTE_MS;
  expect(await total({})).toBe((3 * HOUR_MS) / SECOND_MS);
});

test("on the map, maintenance is not the same as not evaluated", async () => {
  const names = [await addOf(orgs.harbor, "gc-0000000000f2"), await addOf(orgs.harbor, "gc-0000000000f3")];
  for (const name of names) await locate(db, name);
  await made.refresh(names);
  await evaluate(names[0] ?? "", "not_ready", [reason("maintenance", "maintenance", { until: "" })]);
  const states = async () => (await shown(await addWallboard(orgs.harbor))).map?.points.map(({ state }) => state);
  await expect.poll(states).toEqual(["maintenance", null]);
});

test("pages that a wallboard does not show are not in the reply", async () => {
  const { map, month } = await shown(await addWallboard(orgs.harbor, { pages: ["now"] }));
  expect([map, month]).toEqual([null, null]);
});

// @spec R10.8
test("only a station that is not ready has a name on the map", async () => {
  const names = [await addOf(orgs.field, "gc-0000000000e1"), await addOf(orgs.field, "gc-0000000000e2")];
  for (const name of names) await locate(db, name);
  await made.refresh(names);
  await evaluate(names[0] ?? "", "not_ready", [GRIPPER]);
  await evaluate(names[1] ?? "", "ready");
  await expect.poll(async () => (await shown(await addWallboard(orgs.field))).map?.points.length).toBe(2);
  const { map } = await shown(await addWallboard(orgs.field));
  const points = map?.points ?? [];
  expect(points.map(({ lat, lng, state, label }) => [lat, lng, state, label?.serial])).toEqual([
    [47.5, 8.25, "not_ready", "Serial of gc-0000000000e1"],
    [47.5, 8.25, "ready", undefined],
  ]);
});

async function locate(db: Db, station_name: string): Promise<void> {
  const snapshot = JSON.stringify({ time: NOW / 1_000, status: { gps_location: "47.5, 8.25" } });
  await insertRow(db, "station_states", { station_name, last_telemetry: new Date(NOW).toISOString(), linked: true });
  await insertRow(db, "station_snapshots", { station_name, snapshot });
}

type Counts = { succeeded: number; failed: number };

/** Replaces the counted attempts by some of today. */
async function addSwaps(counts: readonly (readonly [string, Counts])[]): Promise<void> {
  await emptyTables(db, ["swap_days", "swap_hours"]);
  const rest = { firmware: "1.0.0", station_type: "atlas", with_errors: 0, maintenance: 0 };
  const orgOf = (name: string) => board.find(name, { orgId: null, admin: true })?.facts.org_id;
  const rows = counts.map(([name, counted]) => ({ ...rest, ...counted, station_name: name, org_id: orgOf(name) }));
  const at = (time: object) => rows.map((row) => Object.assign({}, time, row));
  await addRows(db, "swap_days", at({ day: "2026-11-20" }));
  await addRows(db, "swap_hours", at({ hour: "2026-11-20T10:00:00.000Z" }));
  await addTotals(db);
}
