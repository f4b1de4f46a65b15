import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addPoints, partitionsOf } from "../../test/history.ts";
import { emptyTables, limitedConnection, testDatabase } from "../../test/database.ts";
import { readsOf } from "../../test/plans.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { inTransaction } from "../platform/db/index.ts";
import { selectPieces } from "./history-queries.ts";
import { rollUpHistory } from "./index.ts";
import { readHistory } from "./read-history.ts";
import { selectLevels } from "./rollup-queries.ts";
import { dropSpans, makeSpans } from "./span-queries.ts";

const { db, url, asOwner } = await testDatabase();
const STATION = "gc-00000000000a";
const created = "2020-01-01T00:00:00.000Z";
const org_id = await addOrganization(db, "Harbor Air");
await addStation(db, { name: STATION, org_id, created });
const NOW = Date.now();
const WEEK_MS = 7 * DAY_MS;
const OTHER = "station_history_spans_other";
const ago = (ms: number) => new Date(Math.floor((NOW - ms) / MINUTE_MS) * MINUTE_MS).toISOString();
const points = Array.from({ length: (20 * DAY_MS) / (9 * MINUTE_MS) }, (_, index) => ({
  minute: ago(20 * DAY_MS - index * 9 * MINUTE_MS),
  swaps_performed: index,
  door: index % 7 === 0 ? ("open" as const) : ("closed" as const),
}));
const chart = async (days: number) =>
  JSON.stringify(await readHistory(db, { name: STATION, created, after: ago(days * DAY_MS) }));

async function clear(): Promise<void> {
  await emptyTables(db, ["station_history_rollups", "station_history_spans", "history_span_levels"]);
  const far = NOW + 1_000 * DAY_MS;
  for (const spanMs of [5 * MINUTE_MS, HOUR_MS]) await dropSpans(db, spanMs, far);
  await emptyTables(db, ["station_history", "station_history_changed"]);
  await addPoints(db, STATION, points);
}

beforeEach(clear);

test("each week of five minutes and of hours has a partition, two weeks ahead, and a chart opens only those that it shows", async () => {
  const expected = await chart(15);
  await rollUpHistory(db);
  const made = await partitionsOf(db);
  expect(made.filter(({ name }) => name === OTHER)).toEqual([{ name: OTHER, rows: 0 }]);
  const weeks = (spanS: number) => made.filter(({ name }) => name.startsWith(`station_history_spans_${spanS}_`)).length;
  expect(weeks(300)).toBeGreaterThanOrEqual(5);
  expect(weeks(3_600)).toBeGreaterThanOrEqual(5);
  expect(await chart(15)).toBe(expected);
  const piece = { spanMs: 5 * MINUTE_MS, from: NOW - 3 * HOUR_MS, until: NOW - 2 * HOUR_MS };
  const reads = await readsOf(url, (on) => selectPieces(on, STATION, [piece]));
  expect(new Set(reads.map(({ table }) => table)).size).toBeLessThanOrEqual(2);
  expect(reads.every(({ table }) => table.startsWith("station_history_spans_300_"))).toBe(true);
});

test("spans without a partition are stored, shown and removed all the same", async () => {
  const expected = await chart(15);
  await makeSpans(db, 5 * MINUTE_MS, { begins: NOW - 20 * DAY_MS, until: NOW + 2 * WEEK_MS });
  const week = (await partitionsOf(db)).filter(({ name }) => name.includes("_300_")).at(-4)?.name ?? "";
  await asOwner(sql`alter table station_history_spans detach partition ${sql.table(week)}`);
  await rollUpHistory(db);
  expect((await partitionsOf(db)).find(({ name }) => name === OTHER)?.rows).toBeGreaterThan(0);
  expect(await chart(15)).toBe(expected);
  await asOwner(sql`drop table ${sql.table(week)}`);
  await rollUpHistory(db);
  // Its rows have come already, so that the week stays without.
  expect((await partitionsOf(db)).map(({ name }) => name)).not.toContain(week);
  await dropSpans(db, 5 * MINUTE_MS, NOW + WEEK_MS);
  expect((await partitionsOf(db)).filter(({ name, rows }) => name === OTHER && rows > 0)).toEqual([]);
});

test("while a backup reads the spans, nobody waits for a partition to be made or dropped", async () => {
  await rollUpHistory(db);
  const before = await partitionsOf(db);
  await inTransaction(db, async (reading) => {
    await sql`select from station_history_spans limit 1`.execute(reading);
    await makeSpans(db, HOUR_MS, { begins: NOW, until: NOW + 5 * WEEK_MS });
    await dropSpans(db, HOUR_MS, NOW + WEEK_MS);
    await rollUpHistory(db);
    expect(await partitionsOf(db)).toEqual(before);
  });
  await makeSpans(db, HOUR_MS, { begins: NOW, until: NOW + 5 * WEEK_MS });
  expect((await partitionsOf(db)).length).toBeGreaterThan(before.length);
});

test("two servers make the same partitions at the same time", async () => {
  const range = { begins: NOW - 4 * WEEK_MS, until: NOW + 4 * WEEK_MS };
  await Promise.all([1, 2, 3, 4].map(() => makeSpans(db, HOUR_MS, range)));
  await makeSpans(db, HOUR_MS, range);
  expect((await partitionsOf(db)).filter(({ name }) => name.includes("_3600_")).length).toBeGreaterThanOrEqual(8);
});

test("a rollup whose connection is killed at each of its writes in turn ends in the same spans", async () => {
  await rollUpHistory(db);
  const expected = { levels: await spansBelow(), chart: await chart(15) };
  await clear();
  await asOwner(sql`create sequence writes`);
  await asOwner(sql`grant usage on sequence writes to public`);
  await asOwner(sql`create table killed_at (nth bigint)`);
  await asOwner(sql`insert into killed_at values (0)`);
  await asOwner(sql`grant select on killed_at to public`);
  await asOwner(sql`
    create function kill_writer() returns trigger language plpgsql as $$
    begin
      if nextval('writes') = (select nth from killed_at) then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$`);
  for (const table of ["station_history_rollups", "station_history_spans", "history_span_levels"]) {
    await asOwner(sql`
      create trigger kill after insert or update or delete on ${sql.table(table)} for each statement execute function kill_writer()`);
  }
  let kills = 0;
  for (let isDone = false; !isDone; kills += 1) {
    await asOwner(sql`update killed_at set nth = ${sql.lit(kills + 1)}`);
    await asOwner(sql`alter sequence writes restart`);
    const killed = limitedConnection(url);
    isDone = await rollUpHistory(killed).then(
      () => true,
      () => false,
    );
    await killed.destroy();
    expect(await chart(15)).toBe(expected.chart);
  }
  expect(kills).toBeGreaterThan(5);
  expect(await spansBelow()).toEqual(expected.levels);
});

/** The number of spans of each level up to the same time. */
async function spansBelow() {
  const until = Math.min(...(await selectLevels(db)).map((level) => level.until));
  const { rows } = await sql`
    select span_s, count(*)::integer as spans from (
      select span_s, minute from station_history_spans union all select span_s, minute from station_history_rollups
    ) spans where minute < ${new Date(until).toISOString()}::timestamptz group by span_s order by span_s`.execute(db);
  return rows;
}
