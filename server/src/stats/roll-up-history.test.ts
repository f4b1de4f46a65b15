import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { emptyTables, testDatabase, insertRow, valuesIn } from "../../test/database.ts";
import { addPoints, partitionsOf } from "../../test/history.ts";
import { addOrganization, addStation, addStations } from "../../test/stations.ts";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { rollUpHistory } from "./index.ts";
import { readHistory } from "./read-history.ts";
import { selectLevels } from "./rollup-queries.ts";
import { makeSpans } from "./span-queries.ts";

const { db } = await testDatabase();
const STATION = "gc-00000000000a";
const created = "2020-01-01T00:00:00.000Z";
const org_id = await addOrganization(db, "Harbor Air");
await addStation(db, { name: STATION, org_id, created });
/** The database decides by its clock what has ended. */
const NOW = Date.now();
const ago = (ms: number) => new Date(Math.floor((NOW - ms) / MINUTE_MS) * MINUTE_MS).toISOString();

beforeEach(clear);

async function clear(): Promise<void> {
  await db.deleteFrom("station_history").execute();
  await clearRollups();
}

async function clearRollups(): Promise<void> {
  await emptyTables(db, [
    "station_history_rollups",
    "station_history_spans",
    "history_span_levels",
    "station_history_changed",
    "station_history_stale",
  ]);
}

const chart = (days: number | null) =>
  readHistory(db, { name: STATION, created, after: days === null ? null : ago(days * DAY_MS) });
const RANGES = [null, 170, 30, 10];
/** What charts show, as one text for each range, since a difference of thousands of points is slow to print. */
const charts = async () => (await Promise.all(RANGES.map(chart))).map((points) => JSON.stringify(points));

/** What charts show without any rollups. */
async function chartsOfPoints() {
  const levels = await sql<object>`delete from history_span_levels returning *`.execute(db);
  const expected = await charts();
  for (const level of levels.rows) await insertRow(db, "history_span_levels", level);
  return expected;
}

async function rollupsOf(spanS: number) {
  const found = await sql<{ minute: string; door: string }>`
    select minute, door from ${sql.table(spanS === 86_400 ? "station_history_rollups" : "station_history_spans")}
    where span_s = ${spanS} order by minute`.execute(db);
  return found.rows;
}

/** Dense points until now, with changes of everything. */
function densePoints(days: number, everyMs = 10 * MINUTE_MS) {
  return Array.from({ length: (days * DAY_MS) / everyMs }, (_, index) => ({
    minute: ago(days * DAY_MS - index * everyMs),
    swaps_performed: index,
    error_count: Math.floor(index / 100),
    online: index % 97 !== 0,
    door: index % 7 === 0 ? ("open" as const) : ("closed" as const),
    pad: index % 5 === 0 ? ("occupied" as const) : ("empty" as const),
  }));
}

const changes = fc.array(
  fc.record({
    ageM: fc.integer({ min: 0, max: 190 * 1_440 }),
    late: fc.boolean(),
    errors: fc.nat(1),
    door: fc.constantFrom("open" as const, "closed" as const, "unknown" as const),
    pad: fc.constantFrom("occupied" as const, "empty" as const, "unknown" as const),
    online: fc.boolean(),
  }),
  { minLength: 1, maxLength: 10 },
);

/** Inserts a point or changes the one of its minute, and counts a swap from there on, as an event does. */
async function change(on: Db, { ageM, door, pad, online, errors }: Omit<Change, "late">): Promise<void> {
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad, has_error)
    values (${STATION}, ${ago(ageM * MINUTE_MS)}, 0, 0, ${online}, ${door}, ${pad}, ${errors > 0})
    on conflict (station_name, minute) do update set online = excluded.online, door = excluded.door, pad = excluded.pad`.execute(
    on,
  );
  await sql`
    update station_history set swaps_performed = swaps_performed + 1, error_count = error_count + ${errors}
    where station_name = ${STATION} and minute >= ${ago(ageM * MINUTE_MS)}`.execute(on);
}
type Change = typeof changes extends fc.Arbitrary<(infer One)[]> ? One : never;

test("charts are the same with and without rollups, whatever changes before and after they are made", async () => {
  const older = densePoints(190, 4 * HOUR_MS).filter(({ minute }) => minute < ago(11 * DAY_MS));
  const rise = { swaps_performed: older.length, error_count: older.at(-1)?.error_count ?? 0 };
  const newer = densePoints(11, 11 * MINUTE_MS).map((point) =>
    Object.assign(point, {
      swaps_performed: point.swaps_performed + rise.swaps_performed,
      error_count: point.error_count + rise.error_count,
    }),
  );
  await addPoints(db, STATION, [...older, ...newer]);
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (made, isRolledUpAgain) => {
      for (const one of made.filter(({ late }) => !late)) await change(db, one);
      await rollUpHistory(db);
      for (const one of made.filter(({ late }) => late)) await change(db, one);
      if (isRolledUpAgain) await rollUpHistory(db);
      expect(await charts()).toEqual(await chartsOfPoints());
    }),
    cases(4),
  );
});

test("a month of one point every three minutes is read from rollups except for the last minutes, and the chart is the same", async () => {
  await addPoints(db, STATION, densePoints(31, 3 * MINUTE_MS));
  const expected = await charts();
  const month = await chart(30);
  await rollUpHistory(db);
  expect(await charts()).toEqual(expected);
  const levels = await selectLevels(db);
  expect(levels.every(({ until, due }) => until === due)).toBe(true);
  // Without the points of older hours nothing is missing.
  await sql`
    delete from station_history
    where minute between ${ago(29 * DAY_MS)} and ${ago(2 * HOUR_MS)} and not has_error
      and extract(minute from minute)::integer / 3 % 3 <> 0`.execute(db);
  expect((await chart(30)).slice(1)).toEqual(month.slice(1));
});

test("spans of five minutes are stored for 16 days, hours for 33 days, and days for ever", async () => {
  await addPoints(db, STATION, densePoints(60, HOUR_MS));
  await rollUpHistory(db);
  const oldest = async (spanS: number) => Date.parse((await rollupsOf(spanS))[0]?.minute ?? "");
  const stored = async () => [await oldest(300), await oldest(3_600), await oldest(86_400)].map((time) => NOW - time);
  const [fiveMinutes = 0, hours = 0, days = 0] = await stored();
  expect(fiveMinutes).toBeLessThan(17 * DAY_MS + HOUR_MS);
  expect(hours).toBeLessThan(34 * DAY_MS + HOUR_MS);
  expect(days).toBeGreaterThan(58 * DAY_MS);
  const older = { swaps_performed: 0, error_count: 0, online: true, door: "open", pad: "empty" };
  // Half of them in partitions of their own.
  await makeSpans(db, 5 * MINUTE_MS, { begins: NOW - 50 * DAY_MS, until: NOW - 50 * DAY_MS });
  await makeSpans(db, HOUR_MS, { begins: NOW - 50 * DAY_MS, until: NOW - 50 * DAY_MS });
  const partitions = await partitionsOf(db);
  for (const span_s of [300, 3_600]) {
    for (const day of [50, 80]) {
      const row = { station_name: STATION, span_s, minute: ago(day * DAY_MS), ...older };
      await insertRow(db, "station_history_spans", row);
    }
  }
  await rollUpHistory(db);
  expect(await stored()).toEqual([fiveMinutes, hours, days]);
  expect(await partitionsOf(db)).toHaveLength(partitions.length - 2);
});

test("a late change shows at once, and is rolled up afterwards", async () => {
  await addPoints(db, STATION, densePoints(20));
  await rollUpHistory(db);
  const opened = { ageM: 10 * 1_440 + 1, errors: 0, door: "unknown", pad: "unknown", online: false } as const;
  await change(db, opened);
  const isShown = async () => (await chart(null)).some(({ door }) => door === "unknown");
  expect(await isShown()).toBe(true);
  expect((await rollupsOf(3_600)).some(({ door }) => door === "unknown")).toBe(false);
  await rollUpHistory(db);
  expect((await rollupsOf(3_600)).some(({ door }) => door === "unknown")).toBe(true);
  expect(await valuesIn(db, "station_history_changed", "station_name")).toEqual([]);
  expect(await isShown()).toBe(true);
  expect(await charts()).toEqual(await chartsOfPoints());
});

test("a change that is written while history is rolled up is not lost", async () => {
  await addPoints(db, STATION, densePoints(20));
  await rollUpHistory(db);
  await inTransaction(db, async (tx) => {
    await change(tx, { ageM: 12 * 1_440, errors: 1, door: "unknown", pad: "empty", online: true });
    await rollUpHistory(db);
  });
  expect(await charts()).toEqual(await chartsOfPoints());
  await inTransaction(db, async (tx) => {
    // Its mark is there already, so that the rollup waits for neither.
    await change(tx, { ageM: 13 * 1_440, errors: 0, door: "open", pad: "unknown", online: false });
  });
  await rollUpHistory(db);
  expect(await charts()).toEqual(await chartsOfPoints());
});

test("what a running transaction may still change is not rolled up", async () => {
  await addPoints(db, STATION, densePoints(2));
  await inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    const [before] = await selectLevelTimes();
    await rollUpHistory(db);
    expect(before).toBeUndefined();
    const began = await sql<{ at: string }>`select now() as at`.execute(tx);
    const limit = Date.parse(began.rows[0]?.at ?? "") - 10 * MINUTE_MS;
    for (const until of await selectLevelTimes()) expect(until).toBeLessThanOrEqual(limit);
  });
});

async function selectLevelTimes(): Promise<number[]> {
  return (await selectLevels(db)).map(({ until }) => until);
}

/** The number of transactions that have made the spans of a day. */
async function transactionsOfDays(): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from station_history_rollups where span_s = 86400`.execute(db);
  return found.rows[0]?.count ?? 0;
}

test("a year with few points is rolled up in a few transactions, and days with many points are divided", async () => {
  await addPoints(db, STATION, densePoints(365, 6 * HOUR_MS));
  await rollUpHistory(db);
  expect(await transactionsOfDays()).toBeLessThanOrEqual(Math.ceil(366 / 64));
  expect(await charts()).toEqual(await chartsOfPoints());

  // The first stations have few points, so that 64 days are begun at once.
  await addStations(db, 100);
  const dense = "gc-ffffffffffff";
  await addStation(db, { name: dense, org_id, created });
  await clear();
  await addPoints(db, dense, densePoints(60, 4 * MINUTE_MS));
  await rollUpHistory(db);
  const read = (days: number) => readHistory(db, { name: dense, created, after: ago(days * DAY_MS) });
  const shown = JSON.stringify(await Promise.all([59, 30, 10].map(read)));
  expect(await transactionsOfDays()).toBeGreaterThanOrEqual(2);
  await clearRollups();
  expect(shown).toBe(JSON.stringify(await Promise.all([59, 30, 10].map(read))));
  await db.deleteFrom("station_history").execute();
  await db.deleteFrom("stations").where("name", "<>", STATION).execute();
});

test("a rollup that is stopped continues where it ended", async () => {
  await addPoints(db, STATION, densePoints(20));
  await rollUpHistory(db, AbortSignal.abort());
  expect(await rollupsOf(86_400)).toEqual([]);
  await rollUpHistory(db);
  expect(await charts()).toEqual(await chartsOfPoints());
  expect((await rollupsOf(86_400)).length).toBeGreaterThan(18);
});

test("two servers that roll up at the same time make the same spans as one", async () => {
  await addPoints(db, STATION, densePoints(20));
  await Promise.all([rollUpHistory(db), rollUpHistory(db)]);
  const both = await rollupsOf(3_600);
  await clearRollups();
  await rollUpHistory(db);
  expect(both).toEqual(await rollupsOf(3_600));
});

test("without history there is nothing to roll up", async () => {
  await rollUpHistory(db);
  expect(await selectLevels(db)).toEqual([]);
});
