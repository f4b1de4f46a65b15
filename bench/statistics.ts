import type { Db } from "@groundcrew/server/platform/db";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/platform/db/connect";
import { recomputeBaselines } from "@groundcrew/server/stations";
import { rollUpHistory, statsRoutes, thinHistory, updateActivity } from "@groundcrew/server/stats";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { appFor } from "./app.ts";
import { fillDense, fillFleet } from "./fill-history.ts";
import { circumstances, fleetOptions, numberOption } from "./fleet.ts";
import { goal, measure, ms } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem, type System } from "./system.ts";

/*
 * Every statistics call of the API over stations with a year of history, and the work that is done for them in the background. Each is
 * measured against a limit: PostgreSQL counting the rows that the response is computed from. Meanwhile a fleet reports to a system on the
 * same machine; charts are also measured as calls of that system.
 *
 * node bench/statistics.ts [--stations 10000] [--quiet] [--history 10000]; `--history` is how many stations have history
 */
const fleet = fleetOptions(10_000);
const STATIONS = numberOption("history", fleet.stations);
const ORGANIZATIONS = Math.ceil(STATIONS / 50);
/** Stations with a point for every minute of the last month. */
const DENSE = 40;
const CHARTS = [
  { name: "week", days: 7, goalMs: null, goalBytes: null },
  { name: "month", days: 30, goalMs: 8, goalBytes: 60_000 },
  { name: "lifetime, two years", days: null, goalMs: 15, goalBytes: null },
] as const;
/** The goal for every other call. */
const CALL_MS = 200;
const now = Date.now();

const database = await openOwnDatabase();
try {
  console.log(`${circumstances(fleet)}; embedded PostgreSQL without fsync`);
  const startMs = performance.now();
  await fillFleet(database.ownerUrl, { stations: STATIONS, organizations: ORGANIZATIONS, days: 365, now }, console.log);
  const every = everyTenant(database.db);
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  console.log(`${STATIONS} stations filled in ${seconds} s: ${await sizeOf(every, "station_history")}`);
  await besideSystem(fleet, async (system) => {
    await measureWork(every);
    await measureCalls(every);
    await measureRollups(every);
    if (system) await measureLiveCharts(system);
  });
} finally {
  await database.stop();
}

/** Periodic work. Each is run only once, because a second run would have nothing left to do. */
async function measureWork(db: Db): Promise<void> {
  // So that exactly one day is left to be thinned.
  const thinned = new Date((Math.floor(now / DAY_MS) - 32) * DAY_MS).toISOString();
  await sql`insert into history_thinning (until) values (${thinned}::timestamptz)`.execute(db);
  for (const [name, work] of [
    ["activity of a day, every 10 minutes", () => updateActivity(db, now)],
    ["swap baselines, every 10 minutes", () => recomputeBaselines(db, now)],
    ["thinning, every day", () => thinHistory(db, now)],
  ] as const) {
    const startMs = performance.now();
    await work();
    console.log(`| ${name} | ${ms(performance.now() - startMs)} ms |`);
  }
}

/** Charts of stations with a point for every minute, before and after their history is rolled up, and what rollups cost. */
async function measureRollups(db: Db): Promise<void> {
  const patient = connectWithoutTimeouts(database.url);
  await fillDense(patient, { stations: DENSE, now });
  await patient.destroy();
  await vacuum();
  console.log(
    "\n| chart of one-minute points | without rollups | bytes | with rollups | p95 | bytes as sent |\n|---|---|---|---|---|---|",
  );
  const before = await measureCharts(db);
  const began = performance.now();
  await rollUpHistory(db);
  const took = performance.now() - began;
  await vacuum();
  const after = await measureCharts(db);
  for (const [index, { name, median, plain }] of before.entries()) {
    const now = after[index];
    if (now)
      console.log(`| ${name} | ${ms(median)} ms | ${plain} | ${ms(now.median)} ms | ${ms(now.p95)} ms | ${now.sent} |`);
  }
  console.log(
    `\nAll history was rolled up in ${Math.round(took / 1_000)} s: ${await sizeOf(db, "station_history_rollups")} of days, ${await sizeOf(db, "station_history_spans")} of shorter spans`,
  );
  await measureTrigger();
}

/** The charts with their times, and their bytes uncompressed and as sent. */
async function measureCharts(db: Db) {
  const call = await apiCaller(db);
  const found = [];
  for (const { name, days } of CHARTS) {
    const url = (nth: number) => chartUrl(`gc-${(1 + (nth % DENSE)).toString(16).padStart(12, "0")}`, days);
    const times = await measure((nth) => call(url(nth), "zstd"));
    found.push({ name, ...times, plain: await call(url(0), ""), sent: await call(url(0), "zstd") });
  }
  return found;
}

/** Charts of stations with a point for every minute, as calls of the server to which the fleet reports, over HTTP. */
async function measureLiveCharts({ url, get, fillHistory }: System): Promise<void> {
  const names = await fillHistory(DENSE);
  console.log(
    "\n| chart, from the server to which the fleet reports | median | p95 | as sent | goal |\n|---|---|---|---|---|",
  );
  for (const { name, days, goalMs, goalBytes } of CHARTS) {
    const call = async (nth: number) => {
      const address = `${url}${chartUrl(names[nth % DENSE] ?? "", days)}`;
      const { status, body } = await get(address, { "accept-encoding": "zstd" });
      if (status !== 200) throw new Error(`${address} returned ${status}.`);
      return body.length;
    };
    const { median, p95 } = await measure(call, 200);
    const sent = await call(0);
    const goals = [
      goalMs === null ? "" : goal(`${goalMs} ms`, median <= goalMs),
      goalBytes === null ? "" : goal(`${goalBytes} bytes`, sent <= goalBytes),
    ];
    console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${sent} | ${goals.filter(Boolean).join("; ")} |`);
  }
}

function chartUrl(station: string, days: number | null): string {
  const after = days === null ? "" : `&filter_after=${new Date(now - days * DAY_MS).toISOString()}`;
  return `/api/stations/${station}/statistics/history?include_online=true${after}`;
}

/** What the marks of late changes cost when the points of a batch are written, none of which is late. */
async function measureTrigger(): Promise<void> {
  const owner = connectWithoutTimeouts(database.ownerUrl);
  const write = (nth: number) =>
    sql`
      insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
      select name, date_trunc('minute', now()) + ${nth} * interval '1 minute', 1, 1, true, 'open', 'empty'
      from (select name from stations order by name desc limit 500) s
      on conflict (station_name, minute) do update set online = excluded.online`.execute(owner);
  for (const [index, state] of (["disable", "enable", "disable", "enable"] as const).entries()) {
    for (const name of ["mark_on_insert", "mark_on_update"]) {
      await sql.raw(`alter table station_history ${state} trigger ${name}`).execute(owner);
    }
    const { median } = await measure((nth) => write(1 + nth + index * 100));
    console.log(`500 points are written in ${ms(median)} ms, triggers ${state}d`);
  }
  await owner.destroy();
}

async function vacuum(): Promise<void> {
  const owner = connectWithoutTimeouts(database.ownerUrl);
  await sql`vacuum (analyze)`.execute(owner);
  await owner.destroy();
}

async function measureCalls(db: Db): Promise<void> {
  const call = await apiCaller(db);
  const since = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const history = (days: number | null) => (nth: number) => call(chartUrl(nameOf(nth), days));
  const rowsOf = (days: number) => (nth: number) =>
    sql`
    select count(*) from station_history where station_name = ${nameOf(nth)} and minute > ${since(days)}::timestamptz`;
  const rows = [
    ["history of a station, lifetime", history(null), rowsOf(400)],
    ["history of a station, month", history(30), rowsOf(30)],
    ["history of a station, week", history(7), rowsOf(7)],
    ["history of a station, day", history(1), rowsOf(1)],
    [
      "history of all organizations, 24 h",
      () => call("/api/statistics/stations/history"),
      () => sql`select count(*) from organization_history`,
    ],
    [
      "history of one organization, 24 h",
      () => call("/api/statistics/stations/history?org_id=1"),
      () => sql`select count(*) from organization_history where org_id = 1`,
    ],
    [
      "actions of organizations, 7 days",
      () => call("/api/statistics/organizations/activity"),
      () => sql`select count(*) from audit_entries where at > ${since(7)}::timestamptz and actor_org_id is not null`,
    ],
    [
      "swap counts of all stations",
      () => call("/api/statistics/stations/swaps"),
      () => sql`select count(*) from stations s join station_states st on st.station_name = s.name`,
    ],
  ] as const satisfies readonly (readonly [
    string,
    (nth: number) => Promise<number>,
    (nth: number) => RawBuilder<unknown>,
  ])[];
  console.log("\n| call | median | p95 | limit | ratio | goal |\n|---|---|---|---|---|---|");
  for (const [name, work, limit] of rows) {
    const call = await measure(work);
    const count = await measure((nth) => limit(nth).execute(db));
    const ratio = (call.median / count.median).toFixed(1);
    const times = [call.median, call.p95, count.median].map((time) => `${ms(time)} ms`);
    console.log(`| ${[name, ...times, ratio, goal(`${CALL_MS} ms`, call.median <= CALL_MS)].join(" | ")} |`);
  }
}

/** Stations spread over the fleet, so that no two measurements read the same pages. */
function nameOf(nth: number): string {
  const number = 1 + ((nth * 7_919) % STATIONS);
  return `gc-${number.toString(16).padStart(12, "0")}`;
}

/** Calls the API as an admin does; returns the bytes that are sent. */
async function apiCaller(db: Db): Promise<(url: string, encoding?: string) => Promise<number>> {
  const app = await appFor("admin");
  statsRoutes(app, { db, now: () => now });
  return async (url, encoding = "") => {
    const { statusCode, body, rawPayload } = await app.inject({ url, headers: { "accept-encoding": encoding } });
    if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${body}`);
    return rawPayload.length;
  };
}

async function sizeOf(db: Db, table: string): Promise<string> {
  const found = await sql<{ size: string }>`
    select to_char(sum(reltuples), 'FM999,999,999') || ' rows in ' || pg_size_pretty(sum(pg_total_relation_size(oid))) as size
    from pg_class where relname = ${table} or oid in (select relid from pg_partition_tree(${table}::regclass))`.execute(
    db,
  );
  return found.rows[0]?.size ?? "";
}
