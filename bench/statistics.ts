import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, prepareDatabase, type Db } from "@groundcrew/server/db";
import { everyTenant } from "@groundcrew/server/db/connect";
import { createApp, type Principal } from "@groundcrew/server/http";
import { recomputeBaselines } from "@groundcrew/server/stations";
import { statsRoutes, thinHistory, updateActivity } from "@groundcrew/server/stats";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import pino from "pino";
import { fillFleet } from "./fill-history.ts";
import { machine, measure, ms } from "./measure.ts";

/*
 * Every statistics call of the API over a fleet with a year of history, and the work that is done for them in the
 * background. Each is measured against a limit: PostgreSQL counting the rows that the response is computed from.
 *
 * node bench/statistics.ts [stations, 10000 by default]
 */
const STATIONS = Number(process.argv[2] ?? 10_000);
const ORGANIZATIONS = Math.ceil(STATIONS / 50);
const now = Date.now();

const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
const database = await openDatabase({ url: null, dataDir: folder, log: console.log, durable: false });
try {
  await prepareDatabase(database, console.log);
  console.log(`${machine()}, embedded PostgreSQL without fsync`);
  const startMs = performance.now();
  await fillFleet(database.ownerUrl, { stations: STATIONS, organizations: ORGANIZATIONS, days: 365, now }, console.log);
  console.log(
    `filled in ${Math.round((performance.now() - startMs) / 1_000)} s: ${await sizeOf(everyTenant(database.db))}`,
  );
  const every = everyTenant(database.db);
  await measureWork(every);
  await measureCalls(every);
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
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

async function measureCalls(db: Db): Promise<void> {
  const call = await apiCaller(db);
  const since = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const history = (days: number | null) => (nth: number) =>
    call(
      `/api/stations/${nameOf(nth)}/statistics/history?include_online=true${days === null ? "" : `&filter_after=${since(days)}`}`,
    );
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
    (nth: number) => Promise<void>,
    (nth: number) => RawBuilder<unknown>,
  ])[];
  console.log("\n| call | median | p95 | limit | ratio |\n|---|---|---|---|---|");
  for (const [name, work, limit] of rows) {
    const call = await measure(work);
    const count = await measure((nth) => limit(nth).execute(db));
    const ratio = (call.median / count.median).toFixed(1);
    console.log(`| ${name} | ${ms(call.median)} ms | ${ms(call.p95)} ms | ${ms(count.median)} ms | ${ratio} |`);
  }
}

/** Stations spread over the fleet, so that no two measurements read the same pages. */
function nameOf(nth: number): string {
  const number = 1 + ((nth * 7_919) % STATIONS);
  return `gc-${number.toString(16).padStart(12, "0")}`;
}

/** Calls the API as an admin does. */
async function apiCaller(db: Db): Promise<(url: string) => Promise<void>> {
  const user = { name: "", email: "", can_manage: true, can_admin: true, org_id: 1, organization: "Groundcrew" };
  const admin: Principal = { kind: "user", id: 1, user, provider: true };
  const onlyAdmin = { principal: async () => admin, knownPrincipal: () => admin };
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: { tokenOf: () => "admin", sessions: onlyAdmin, keys: onlyAdmin, settle: async () => {} },
    findAnswer: async () => undefined,
    noteRefusal: async () => {},
    isDatabaseUnavailable: () => false,
  });
  statsRoutes(app, { db, now: () => now });
  return async (url) => {
    const { statusCode, body } = await app.inject({ url });
    if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${body}`);
  };
}

async function sizeOf(db: Db): Promise<string> {
  const found = await sql<{ size: string }>`
    select to_char(reltuples, 'FM999,999,999') || ' points in ' ||
      pg_size_pretty(pg_total_relation_size(oid)) as size
    from pg_class where relname = 'station_history'`.execute(db);
  return found.rows[0]?.size ?? "";
}
