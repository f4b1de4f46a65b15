import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { count, newFolder, NOW, seeded } from "../test/demo.ts";
import { rollUpDays } from "../src/readiness/index.ts";

describe("the readiness of the demo's stations", async () => {
  const database = await testDatabase();
  const { db } = database;
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
    await seeded(database, { dataDir: folder });
    await rollUpDays(db, NOW);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has every state and several reasons, and most stations are ready", async () => {
    const { rows } = await sql<{ state: string; first: string | null }>`
      select evaluated->'readiness'->>'state' as state, evaluated->'readiness'->'reasons'->0->>'code' as first
      from station_readiness order by 1, 2`.execute(db);
    const first = (state: string) => new Set(rows.filter((row) => row.state === state).map((row) => row.first));
    expect([...first("not_ready")]).toEqual(["gripper", "no_battery", "stopped", "stuck", "swaps_failed"]);
    expect([...first("limited")]).toEqual(
      expect.arrayContaining(["door_open", "door_unknown", "message", "temperature"]),
    );
    expect([...first("unknown")]).toEqual(expect.arrayContaining(["never", "offline"]));
    const of = (state: string) => rows.filter((row) => row.state === state).length;
    expect(of("not_ready")).toBe(5);
    expect(of("ready")).toBeGreaterThan(rows.length * 0.6);
    expect(await count(db, "station_readiness")).toBe(await count(db, "stations where retired is null"));
  });

  test("was recorded for the month before, except for its beginning and some hours since", async () => {
    const october = "readiness_day_sums where day between '2026-10-01' and '2026-10-31'";
    expect(await count(db, `(select distinct day from ${october}) x`)).toBe(29);
    const { rows: sums } = await sql<{ availability: number; titles: string[] }>`
      select (select sum(ready_s + limited_s) / sum(ready_s + limited_s + not_ready_s + unknown_s) from ${sql.raw(october)})::real as availability,
        array(select distinct title from readiness_days cross join unnest(lost_ids) lost(id) join readiness_causes using (id)) as titles`.execute(
      db,
    );
    expect(sums[0]?.availability).toBeGreaterThan(0.9);
    expect(sums[0]?.availability).toBeLessThan(0.995);
    expect(sums[0]?.titles).toEqual(expect.arrayContaining(["Offline", "No charged battery", "Swaps failed in a row"]));
    const { rows } = await sql<{ day: string }>`
      select distinct day::text as day from readiness_days where not_recorded_s > 0 and day > '2026-11-01' order by day`.execute(
      db,
    );
    expect(rows).toEqual([{ day: "2026-11-16" }]);
    const wrong = `(select from readiness_days group by station_name, day having sum(ready_s + limited_s + not_ready_s + unknown_s
      + maintenance_s + not_recorded_s + uncounted_s) <> 86400) x`;
    expect(await count(db, wrong)).toBe(0);
    expect(await count(db, `readiness_changes where at > '${new Date(NOW).toISOString()}'`)).toBe(0);
  });

  test("changes a few times a day at most, and each change is one", async () => {
    const changes = await count(db, "readiness_changes");
    expect(changes).toBeGreaterThan(1_000);
    const same = `(select state, cause, maintenance, link, lag((state, cause, maintenance, link)) over (partition by station_name order by at) as before
      from readiness_changes) c where before = (state, cause, maintenance, link)`;
    expect(await count(db, same)).toBe(0);
  });

  test("comes with attempts to swap, of which few failed, each by an error of the log", async () => {
    const { rows: found } = await sql<{
      attempts: number;
      failed: number;
      days: number;
      firmware: number;
      ungrouped: number;
    }>`
      select sum(succeeded + with_errors + failed)::integer as attempts, sum(failed)::integer as failed,
        count(distinct start)::integer as days, count(distinct firmware)::integer as firmware,
        (select count(*) from swap_attempts where fingerprint_id is null)::integer as ungrouped
      from swap_totals where not by_hour and start >= '2026-10-22' and start < '2026-11-21'`.execute(db);
    const [month] = found;
    expect(month?.attempts).toBeGreaterThan(10_000);
    expect((month?.failed ?? 0) / (month?.attempts ?? 1)).toBeGreaterThan(0.003);
    expect((month?.failed ?? 0) / (month?.attempts ?? 1)).toBeLessThan(0.01);
    expect(month).toMatchObject({ days: 30, ungrouped: 0 });
    expect(month?.firmware).toBeGreaterThan(2);
    const without =
      "swap_attempts a where not exists (select from station_errors e where e.id = a.error_id and e.station_name = a.station_name)";
    expect(await count(db, without)).toBe(0);
    const { rows } = await sql<{ days: number; totals: number; hours: number; lately: number }>`
      select (select sum(succeeded + with_errors + failed) from swap_days)::integer as days,
        (select sum(succeeded + with_errors + failed) from swap_totals where not by_hour)::integer as totals,
        (select sum(succeeded) from swap_hours)::integer as hours,
        (select sum(succeeded) from swap_totals where by_hour)::integer as lately`.execute(db);
    expect(rows[0]?.days).toBe(rows[0]?.totals);
    expect(rows[0]?.hours).toBe(rows[0]?.lately);
    const introduced = `(select firmware from swap_totals where not by_hour group by firmware
      having min(start) between '2026-11-16' and '2026-11-19') x`;
    expect(await count(db, introduced)).toBe(1);
    expect(await count(db, "installation where swaps_counted_since = '2026-10-04T00:00:00Z'")).toBe(1);
  });
});
