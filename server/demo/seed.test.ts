import { readFile, rm, stat } from "node:fs/promises";
import { DAY_MS } from "@groundcrew/shared/lib";
import { snapshot } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { count, fleetIn, folderOfTest, newFolder, NOW, seeded } from "../test/demo.ts";
import type { Db } from "../src/platform/db/index.ts";
import { secretMatches } from "../src/platform/link/index.ts";
import { isDemo } from "../src/users/index.ts";

const STATIONS = 60;

describe("a database filled with the demo", async () => {
  const database = await testDatabase();
  const { db } = database;
  let folder: string;
  let path: string | null;
  beforeAll(async () => {
    folder = await newFolder();
    ({ path } = await seeded(database, { dataDir: folder }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is recognized as a demo, which production refuses; other databases are not", async () => {
    expect(await isDemo(db)).toBe(true);
    const { db: other } = await testDatabase();
    expect(await isDemo(other)).toBe(false);
  });

  test("users of every organization have acted in the last day and in the last week, and never in the future", async () => {
    const acted = async (since: number) => {
      const query = db.selectFrom("audit_entries").select("actor_org_id").distinct().orderBy("actor_org_id");
      return (await query.where("at", ">=", new Date(since).toISOString()).execute()).length;
    };
    expect([await acted(NOW - 7 * DAY_MS), await acted(NOW - DAY_MS), await acted(NOW)]).toEqual([6, 6, 0]);
  });

  test("has the requested organizations, accounts and stations", async () => {
    const organizations = await db.selectFrom("organizations").select("name").orderBy("name").execute();
    expect(organizations.map(({ name }) => name)).toStrictEqual([
      "Groundcrew",
      "Groundcrew Labs",
      "Harbor Air",
      "Meridian Energy",
      "Northwind Survey",
      "Skyline Logistics",
    ]);
    expect(await accounts(db)).toStrictEqual([
      "admin@groundcrew.example of Groundcrew: manages, administers",
      "lee@groundcrew.example of Groundcrew: manages, administers",
      "manager@meridian.example of Meridian Energy: manages",
      "manager@skyline.example of Skyline Logistics: manages",
      "priya@groundcrew.example of Groundcrew: manages, administers",
      "staff@groundcrew.example of Groundcrew: manages",
      "user@harbor.example of Harbor Air",
      "user@skyline.example of Skyline Logistics",
    ]);
    expect(await count(db, "users where password_hash not like '$argon2id$%'")).toBe(0);
    expect(await count(db, "stations")).toBe(STATIONS);
    expect(await count(db, "(select distinct org_id, station_type from stations) x")).toBeGreaterThan(14);
  });

  test("has stations with every kind of fault, and more without any", async () => {
    const some = [
      "not actual",
      "not telemetry_enabled",
      "retired is not null",
      "shipped is null",
      "hexone_uri_base is null",
    ];
    for (const condition of some) expect(await count(db, `stations where ${condition}`)).toBeGreaterThan(0);
    expect(await count(db, "stations where name !~ '^gc-[0-9a-f]{12}$'")).toBe(0);
    const { rows } = await sql<{ unresolved: number }>`
      select count(*) as unresolved from station_errors where time_handled is null
      group by station_name order by 1 desc`.execute(db);
    expect(rows[0]?.unresolved).toBeGreaterThan(99);
    expect(rows.length).toBeLessThan(STATIONS / 2);
  });

  test("has snapshots that the link allows, with the counters and versions of the other records", async () => {
    const rows = await db
      .selectFrom("station_states")
      .innerJoin("stations", "name", "station_name")
      .leftJoin("station_snapshots", "station_snapshots.station_name", "name")
      .select(["name", "snapshot", "swaps_performed", "swaps_reported", "version_api", "last_telemetry"])
      .where("last_telemetry", "is not", null)
      .orderBy("name")
      .execute();
    expect(rows.length).toBeGreaterThan(STATIONS * 0.9);
    for (const row of rows) {
      const stored: unknown = JSON.parse(row.snapshot ?? "null");
      const parsed = snapshot.parse(stored);
      expect(parsed).toStrictEqual(stored);
      expect(parsed.status).toMatchObject({ swaps_performed: row.swaps_performed, version: row.version_api });
      expect(row.swaps_reported).toBe(row.swaps_performed);
      expect(parsed.time * 1_000).toBe(Date.parse(row.last_telemetry ?? ""));
    }
  });

  test("has a year of history that ends at the current totals", async () => {
    const { rows } = await sql<{ name: string }>`
      select s.station_name as name from station_states s
      join lateral (
        select * from station_history h where h.station_name = s.station_name order by minute desc limit 1
      ) last on true
      where last.swaps_performed <> s.swaps_performed
        or last.error_count <> (select count(*) from station_errors e where e.station_name = s.station_name)
        or s.last_swapped > last.minute`.execute(db);
    expect(rows).toStrictEqual([]);
    const { rows: falling } = await sql<{ name: string }>`
      select station_name as name from (
        select station_name, swaps_performed - lag(swaps_performed) over station as swaps,
          error_count - lag(error_count) over station as errors
        from station_history window station as (partition by station_name order by minute)
      ) steps where swaps < 0 or errors < 0`.execute(db);
    expect(falling).toStrictEqual([]);
    expect(await count(db, "station_history where minute < '2025-11-21'")).toBeGreaterThan(10);
    expect(await count(db, "station_history where minute > '2026-11-21 14:31'")).toBe(0);
  });

  test("has a history point in the minute of every error", async () => {
    const without = `station_errors e where not exists (select from station_history h
      where h.station_name = e.station_name and h.minute = date_trunc('minute', e.time_logged))`;
    expect(await count(db, without)).toBe(0);
  });

  test("has a support log with every status, replies, and errors attached at their own station", async () => {
    const statuses = await db.selectFrom("support_log_entries").select("status").distinct().orderBy("status").execute();
    expect(statuses).toHaveLength(7);
    expect(await count(db, "support_log_entries where parent_id is not null")).toBeGreaterThan(10);
    expect(await count(db, "support_log_entries where created > '2026-11-21 14:30:12'")).toBe(0);
    expect(await count(db, "support_log_tags where alerting")).toBeGreaterThan(2);
    expect(await count(db, "support_log_tags where canonical_id is not null")).toBeGreaterThan(2);
    const attached = "station_errors e join support_log_entries s on s.id = e.supportlog_entry_id";
    expect(await count(db, attached)).toBeGreaterThan(50);
    expect(await count(db, `${attached} where s.station_name <> e.station_name`)).toBe(0);
    const resolved = "(s.status = 'incident_resolved')";
    expect(await count(db, `${attached} where ${resolved} <> (e.time_handled is not null)`)).toBe(0);
    const untagged = `support_log_entries s where status like 'incident%' and not exists (select from
      support_log_entry_tags t join support_log_tags g on g.id = t.tag_id where t.entry_id = s.id and g.alerting)`;
    expect(await count(db, untagged)).toBe(0);
  });

  test("has configurations, SSoT and replaceables with several revisions", async () => {
    const { rows } = await sql<{ revisions: number }>`
      select distinct count(*) as revisions from station_configs group by station_name order by 1`.execute(db);
    expect(rows.map(({ revisions }) => revisions)).toStrictEqual([2, 3, 4]);
    for (const table of ["ssot_entries", "replaceables_entries"]) {
      expect(await count(db, `(select from ${table} group by station_name having count(*) > 1) x`)).toBeGreaterThan(10);
      expect(await count(db, `${table} where created > '2026-11-21 14:30:12'`)).toBe(0);
    }
  });

  test("comes with a fleet file, readable only by its owner, of the stations that can connect", async () => {
    expect((await stat(path ?? "")).mode & 0o777).toBe(0o600);
    const fleet = await fleetIn(path);
    const rows = await db
      .selectFrom("stations")
      .innerJoin("station_states", "station_name", "name")
      .select(["name", "api_password_hash", "swaps_performed", "serial_number"])
      .where("retired", "is", null)
      .where("telemetry_enabled", "=", true)
      .orderBy("name")
      .execute();
    expect(fleet.map(({ name }) => name)).toStrictEqual(rows.map(({ name }) => name));
    for (const [index, row] of rows.entries()) {
      const station = fleet[index];
      expect(secretMatches(station?.password ?? "", row.api_password_hash ?? "")).toBe(true);
      expect(station).toMatchObject({ swaps_performed: row.swaps_performed, serial_number: row.serial_number });
    }
    expect(await count(db, "stations where retired is not null and api_password_hash is not null")).toBe(0);
  });

  test("has a fleet file whose configurations are the newest revisions", async () => {
    const rows = await db
      .selectFrom("station_configs")
      .distinctOn("station_name")
      .select([
        "station_name",
        "version_api",
        "version_firmware",
        "positions",
        "offsets",
        "unit_configs",
        "streaming_turn",
      ])
      .orderBy("station_name")
      .orderBy("created", "desc")
      .execute();
    const newest = new Map(rows.map(({ station_name, ...config }) => [station_name, config]));
    for (const { name, config } of await fleetIn(path)) expect(config).toStrictEqual(newest.get(name) ?? null);
  });

  test("does not change when it is filled again", async () => {
    const [before, file] = [await contents(db), await readFile(path ?? "", "utf8")];
    const { log } = await seeded(database, { dataDir: folder, now: NOW + DAY_MS });
    expect(await contents(db)).toBe(before);
    expect(await readFile(path ?? "", "utf8")).toBe(file);
    expect(log).toStrictEqual([]);
  });

  test("is the same for the same seed in another database, and different for another seed", async () => {
    const [same, other] = [await testDatabase(), await testDatabase()];
    await seeded(same, { dataDir: await folderOfTest() });
    await seeded(other, { dataDir: await folderOfTest(), seed: 2 });
    expect(await contents(same.db)).toBe(await contents(db));
    expect(await contents(other.db)).not.toBe(await contents(db));
  });
});

async function accounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "org_id")
    .select(["email", "can_manage", "can_admin", "organizations.name as organization"])
    .orderBy("email")
    .execute();
  return rows.map(({ email, organization, can_manage, can_admin }) => {
    const rights = [...(can_manage ? ["manages"] : []), ...(can_admin ? ["administers"] : [])].join(", ");
    return `${email} of ${organization}${rights && ": "}${rights}`;
  });
}

/** A digest of everything except secrets and record ids. */
async function contents(db: Db): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(line, ',' order by line)) as digest from (
      select concat_ws('|', name, serial_number, description, org_id, shipped, created, version_api) as line from stations
      union all select concat_ws('|', station_name, swaps_performed, swaps_week) from station_states
      union all select concat_ws('|', station_name, snapshot) from station_snapshots
      union all select concat_ws('|', station_name, minute, swaps_performed, error_count, online, door, pad) from station_history
      union all select concat_ws('|', station_name, error_message, time_logged, solution) from station_errors
      union all select concat_ws('|', station_name, author, status, content, created) from support_log_entries
      union all select concat_ws('|', station_name, created, positions, unit_configs) from station_configs
      union all select concat_ws('|', station_name, created, entry) from ssot_entries
    ) lines`.execute(db);
  return rows[0]?.digest ?? "";
}
