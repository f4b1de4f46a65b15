import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { readsOf } from "../../../test/plans.ts";
import { addOrganization } from "../../../test/stations.ts";
import { removeOld } from "./remove-old.ts";

const { db, url, asOwner } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const { signal } = new AbortController();
const STATIONS = 250;

/** Adds one event a day up to now to each of some stations, with its age in days as id. */
async function addEvents(from: number, to: number, days: number): Promise<void> {
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-' || n, n::text, 'atlas', ${orgId} from generate_series(${from}::int, ${to}::int) n`.execute(db);
  await sql`
    insert into station_events (station_name, event_id, kind, happened, received, facts)
    select 'gc-' || n, age, 'swap', at, at, '{}'
    from generate_series(${from}::int, ${to}::int) n cross join generate_series(${days}::int, 0, -1) age
      cross join lateral (select ${new Date(NOW).toISOString()}::timestamptz - age * interval '1 day') a(at)
    order by n, age desc`.execute(db);
}

const storedAges = () =>
  sql<{ ages: string[] }>`
    select distinct ages from (
      select array_agg(event_id order by id) as ages from station_events group by station_name
    ) own order by ages`.execute(db);

test("events of any number of stations are deleted after their retention period, except the newest of each station", async () => {
  await addEvents(1, STATIONS, 35);
  await asOwner(sql`vacuum (analyze) station_events`);
  const reads = await readsOf(url, (on) => removeOld(on, { days: 30, now: NOW, signal, kept: 10 }));
  const ages = Array.from({ length: 31 }, (_, index) => String(30 - index));
  expect((await storedAges()).rows).toEqual([{ ages }]);
  // No statement reads more than a hundred stations.
  const most = Math.max(...reads.filter(({ table }) => table === "station_events").map(({ rows }) => rows));
  expect(most).toBeLessThanOrEqual(100 * 36);

  await removeOld(db, { days: 90, now: NOW + 60 * DAY_MS, signal, kept: 10 });
  expect((await storedAges()).rows).toEqual([{ ages }]);
  await removeOld(db, { days: 30, now: NOW + 60 * DAY_MS, signal, kept: 10 });
  expect((await storedAges()).rows).toEqual([{ ages: ages.slice(-10) }]);
});

test("all old events of a station with very many are deleted", async () => {
  await addEvents(STATIONS + 1, STATIONS + 1, 2_500);
  await removeOld(db, { days: 30, now: NOW, signal, kept: 10 });
  const { rows } = await sql<{ count: number }>`
    select count(*) from station_events where station_name = ${`gc-${STATIONS + 1}`}`.execute(db);
  expect(rows).toEqual([{ count: 31 }]);
});
