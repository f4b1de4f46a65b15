import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { readsOf } from "../../test/plans.ts";
import type { Db } from "../platform/db/index.ts";
import { stepsAfter } from "./activity-queries.ts";
import { selectActions, selectActivity } from "./fleet-queries.ts";
import { findExtent, pointAt, selectPieces, selectPiecesAndErrors, thinAfter } from "./history-queries.ts";
import { rollUpHistory } from "./index.ts";
import { makeSpans, replaceSpans } from "./span-queries.ts";

const { db, url, asOwner } = await testDatabase();
const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const STATION = "gc-000000000001";
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString();

await sql`insert into organizations (name) select 'Customer ' || n from generate_series(1, 50) n`.execute(db);
await sql`
  insert into stations (name, serial_number, station_type, org_id)
  select 'gc-' || lpad(to_hex(n), 12, '0'), n::text, 'atlas', 1 + n % 50 from generate_series(1, 200) n`.execute(db);
await sql`
  insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
  select name, ${ago(60)}::timestamptz + hour * interval '6 hours', hour, 0, true, 'closed', 'empty'
  from stations cross join generate_series(0, 239) hour`.execute(db);
await sql`
  insert into organization_history (org_id, time, activity, online)
  select id, ${ago(1)}::timestamptz + step * interval '10 minutes', 1, 1
  from organizations cross join generate_series(1, 144) step`.execute(db);
await sql`
  insert into audit_entries (at, actor_kind, actor, actor_org_id, request_id, action, target)
  select ${ago(60)}::timestamptz + n * interval '4 minutes', 'user', 'x', 1 + n % 50, n::text, 'a', 't'
  from generate_series(1, 20000) n`.execute(db);
await rollUpHistory(db);
const spansFrom = (start: number, stations: number) => ({
  spanMs: HOUR_MS,
  starts: Array.from({ length: stations }, (_, index) => ({
    station_name: `gc-${(index + 1).toString(16).padStart(12, "0")}`,
    start,
  })),
});
await makeSpans(db, HOUR_MS, { begins: NOW - 60 * DAY_MS, until: NOW });
await replaceSpans(db, { ...spansFrom(NOW - 60 * DAY_MS, 200), end: NOW }, null);
await asOwner(sql`vacuum (freeze, analyze)`);

/** Tables of at most a few rows. */
const SMALL = new Set([
  "stations",
  "organizations",
  "history_span_levels",
  "station_history_changed",
  "station_history_late",
]);

/** Stations per batch, and the points that each of them has in a day. */
const PIECE = 20;
const POINTS_A_DAY = 4;

test.each<[string, (on: Db) => Promise<unknown>, string, number]>([
  [
    "a station's history",
    (on) => selectPieces(on, STATION, [{ spanMs: null, from: NOW - 30 * DAY_MS, until: Infinity }]),
    "station_history_pkey",
    30 * POINTS_A_DAY + 1,
  ],
  [
    "whether a station's history is long",
    (on) => findExtent(on, STATION, { after: ago(30), limit: 100 }),
    "station_history_pkey",
    101 + 2,
  ],
  ["the last known values of a station", (on) => pointAt(on, STATION, ago(30)), "station_history_pkey", 1],
  ["the history of an organization", (on) => selectActivity(on, 1, ago(1)), "organization_history_pkey", 144],
  ["what people did", (on) => selectActions(on, ago(7)), "audit_entries_of_people", 7 * 360 + 1],
  [
    "a day of some stations",
    (on) =>
      stepsAfter(on, { start: ago(1), end: ago(0), stepS: 600 }, { after: { org_id: 1, name: "" }, limit: PIECE }),
    "station_history_pkey",
    PIECE * (POINTS_A_DAY + 2),
  ],
  [
    "a day that is thinned",
    (on) => thinAfter(on, { start: ago(40), end: ago(39) }, { after: "", limit: PIECE }),
    "station_history_pkey",
    2 * PIECE * (POINTS_A_DAY + 2),
  ],
])("%s is read from an index, few rows more than are needed", async (_, work, index, most) => {
  const reads = (await readsOf(url, work)).filter(({ table }) => !SMALL.has(table));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.map(({ how }) => how)).not.toContain("Seq Scan");
  expect(reads.filter((read) => read.index !== undefined && read.index !== index)).toEqual([]);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(most);
});

test("a chart of several resolutions reads its ranges of them from indexes", async () => {
  const [from, middle, until] = [NOW - 60 * DAY_MS, NOW - 40 * DAY_MS, NOW - 35 * DAY_MS];
  const pieces = [
    { spanMs: DAY_MS, from, until: middle },
    { spanMs: null, from: middle, until },
  ];
  const reads = await readsOf(url, (on) => selectPiecesAndErrors(on, STATION, pieces));
  const indexes = ["station_history_rollups_pkey", "station_history_pkey", "station_history_errors"];
  expect(reads.map(({ how, index }) => [how, index])).toEqual(indexes.map((index) => ["Index Only Scan", index]));
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(21 + 5 * POINTS_A_DAY + 1);
});

test("rolling up reads only the stations and the time that it is for, and opens only the partitions of that time", async () => {
  const spans = { ...spansFrom(NOW - 48 * DAY_MS, PIECE), end: NOW - 47 * DAY_MS };
  const reads = await readsOf(url, async (on) => {
    await replaceSpans(on, spans, null);
    // Each statement is run once more, for which there must be no such spans.
    await sql`
      delete from station_history_spans where span_s = 3600
        and minute >= ${ago(48)}::timestamptz and minute < ${ago(47)}::timestamptz`.execute(db);
  });
  expect(reads.map(({ how }) => how)).not.toContain("Seq Scan");
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(3 * PIECE * (POINTS_A_DAY + 2));
  const partitions = new Set(reads.flatMap(({ table }) => (table.startsWith("station_history_spans") ? [table] : [])));
  expect(partitions.size).toBe(1);
});
