import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate, readMigrations } from "../src/platform/db/migrate.ts";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { rollUpHistory } from "../src/stats/index.ts";
import { readHistory } from "../src/stats/read-history.ts";
import { emptyDatabase } from "./database.ts";
import { addPoints } from "./history.ts";
import { addOrganization, addStation } from "./stations.ts";

const STATION = "gc-00000000000a";
const created = "2020-01-01T00:00:00.000Z";
const NOW = Date.now();
const ago = (ms: number) => new Date(Math.floor((NOW - ms) / MINUTE_MS) * MINUTE_MS).toISOString();
const SPANS = "0310_history_spans.sql";

/** A database as a server of the version before left it, with a history of 190 days. */
async function olderDatabase() {
  const { db, url } = await emptyDatabase();
  await migrate(
    url,
    readMigrations().filter(({ name }) => name < SPANS),
  );
  const org_id = await addOrganization(db, "Harbor Air");
  await addStation(db, { name: STATION, org_id, created });
  const points = Array.from({ length: 190 * 72 }, (_, index) => ({
    minute: ago(190 * DAY_MS - index * 20 * MINUTE_MS),
    swaps_performed: index,
    door: index % 7 === 0 ? ("open" as const) : ("closed" as const),
    pad: index % 5 === 0 ? ("occupied" as const) : ("empty" as const),
  }));
  await addPoints(db, STATION, points);
  await rollUpAsBefore(db);
  return { db, url };
}

/** What a server of 0.1.0 does, also on the newest tables: all spans in one table, from its own marks on. */
async function rollUpAsBefore(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const clock = await sql<{ due: string }>`select now() - interval '10 minutes' as due`.execute(tx);
    const due = clock.rows[0]?.due ?? "";
    for (const [spanS, days] of [
      [300, 16],
      [3_600, 33],
      [86_400, 191],
    ]) {
      const span = sql.lit(spanS);
      const until = sql`date_bin(make_interval(secs => ${span}), ${due}::timestamptz, 'epoch')`;
      const begins = sql`date_trunc('day', now() - make_interval(days => ${sql.lit(days)}))`;
      await sql`
        delete from station_history_rollups where ctid = any(array(
          select ctid from station_history_rollups where span_s = ${span} and minute >= ${begins} and minute < ${until}
        ))`.execute(tx);
      await sql`
        insert into station_history_rollups (station_name, span_s, minute, swaps_performed, error_count, online, door, pad)
        select distinct on (station_name, date_bin(make_interval(secs => ${span}), minute, 'epoch'), online, door, pad)
          station_name, ${span}, minute, swaps_performed, error_count, online, door, pad
        from station_history where minute >= ${begins} and minute < ${until}
        order by station_name, date_bin(make_interval(secs => ${span}), minute, 'epoch'), online, door, pad, minute desc`.execute(
        tx,
      );
      await sql`
        insert into history_rollup_levels (span_s, begins, until) values (${span}, ${begins}, ${until})
        on conflict (span_s) do update set until = excluded.until`.execute(tx);
    }
    await sql`delete from station_history_stale`.execute(tx);
  });
}

/** The charts of all resolutions as one text. */
async function charts(db: Db): Promise<string> {
  const ranges = [null, 170, 30, 10].map((days) => (days === null ? null : ago(days * DAY_MS)));
  return JSON.stringify(await Promise.all(ranges.map((after) => readHistory(db, { name: STATION, created, after }))));
}

/** The same from points alone. */
async function chartsOfPoints(db: Db): Promise<string> {
  const levels = await sql<object>`delete from history_span_levels returning span_s, begins, until`.execute(db);
  const expected = await charts(db);
  await sql`
    insert into history_span_levels select * from json_populate_recordset(null::history_span_levels, ${JSON.stringify(levels.rows)}::json)`.execute(
    db,
  );
  return expected;
}

/** A door that was open for a minute some days ago, which was reported late. */
async function changeLate(db: Db, days: number): Promise<void> {
  await sql`update station_history set pad = 'unknown' where minute = ${ago(days * DAY_MS)}`.execute(db);
}

async function countOf(db: Db, table: string): Promise<number> {
  const found = await sql<{ rows: number }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(db);
  return found.rows[0]?.rows ?? 0;
}

test("after an upgrade charts are the same at once, days stay, and shorter spans are made again in the background", async () => {
  const { db, url } = await olderDatabase();
  await changeLate(db, 100);
  const days = sql<{ days: string }>`
    select string_agg(minute || door || pad, ' ' order by minute, door, pad) as days from station_history_rollups
    where span_s = 86400 and minute < ${ago(101 * DAY_MS)}`;
  const before = (await days.execute(db)).rows;
  await migrate(url);
  expect(await countOf(db, "station_history_changed")).toBe(1);
  const expected = await chartsOfPoints(db);
  expect(await charts(db)).toBe(expected);
  await rollUpHistory(db);
  expect(await countOf(db, "station_history_changed")).toBe(0);
  expect(await countOf(db, "station_history_spans")).toBeGreaterThan(16 * 72);
  expect(await charts(db)).toBe(expected);
  expect((await days.execute(db)).rows).toEqual(before);
});

test("a server of the version before and a newer one take turns, and the newer one never shows what has changed since", async () => {
  const { db, url } = await olderDatabase();
  await migrate(url);
  await rollUpHistory(db);
  for (const days of [3, 25, 60, 150]) {
    await changeLate(db, days);
    expect(await charts(db)).toBe(await chartsOfPoints(db));
    await rollUpAsBefore(db);
    expect(await charts(db)).toBe(await chartsOfPoints(db));
    await changeLate(db, days + 1);
    await rollUpHistory(db);
    expect(await charts(db)).toBe(await chartsOfPoints(db));
  }
  // Each has its own marks, so that neither takes the other's.
  expect(await countOf(db, "station_history_stale")).toBe(1);
  expect(await countOf(db, "station_history_changed")).toBe(0);
});

test("the upgrade waits until a batch that changes history has ended, and has its marks", async () => {
  const { db, url } = await olderDatabase();
  const upgraded = await inTransaction(db, async (tx) => {
    await changeLate(tx, 50);
    return { migration: migrate(url), marks: await countOf(tx, "station_history_stale") };
  });
  await upgraded.migration;
  expect([upgraded.marks, await countOf(db, "station_history_changed")]).toEqual([1, 1]);
  expect(await charts(db)).toBe(await chartsOfPoints(db));
});
