import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configRoutes } from "@groundcrew/server/configs";
import { openDatabase, prepareDatabase, type Db, type OpenDatabase } from "@groundcrew/server/db";
import { connectPatiently, disconnect, everyTenant } from "@groundcrew/server/db/connect";
import { createApp } from "@groundcrew/server/http";
import { sessionsIn } from "@groundcrew/server/sessions";
import { ssotRoutes } from "@groundcrew/server/ssot";
import { stationErrorRoutes } from "@groundcrew/server/station-errors";
import { statsRoutes } from "@groundcrew/server/stats";
import { sql } from "kysely";
import pino from "pino";
import { fillFleet } from "./fill-history.ts";
import { machine } from "./measure.ts";

/*
 * What row security costs: CPU of the server and of PostgreSQL together for calls that customers make, turn and turn about with
 * the guard of the tables switched off and on. Once one organization asks all the time, once another at each call.
 *
 * node bench/row-security.ts [stations, 10000 by default] [rounds, 12 by default]
 */
const STATIONS = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 12);
const CALLS = 60;
const TICK_MS = 10;
const now = Date.now();

/** A station, and the session of a manager of its organization. */
type Station = { name: string; org_id: number; token: string };
type Work = (station: Station) => Promise<unknown>;
type Mode = "off" | "same" | "other";

const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
const database = await openDatabase({ url: null, dataDir: folder, log: console.log, durable: false });
const owner = connectPatiently(database.ownerUrl);
const sessions = sessionsIn(database.db, { provider: "Groundcrew", now: () => new Date() });
try {
  await prepareDatabase(database, console.log);
  console.log(`${machine()}, embedded PostgreSQL without fsync`);
  const fleet = { stations: STATIONS, organizations: Math.ceil(STATIONS / 50), days: 3, now };
  await fillFleet(database.ownerUrl, fleet, () => {});
  await addRecords(owner);
  await measureAll(database);
} finally {
  await disconnect(owner);
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Errors and revisions of every station. */
async function addRecords(db: Db): Promise<void> {
  await sql`
    insert into station_errors (station_name, error_message, time_logged)
    select name, 'Door stuck', now() - number * interval '1 hour' from stations, generate_series(1, 10) number`.execute(
    db,
  );
  for (const table of ["ssot_entries", "replaceables_entries"]) {
    await sql`
      insert into ${sql.table(table)} (station_name, created, author, entry)
      select name, now(), 'someone', '{}' from stations`.execute(db);
  }
  await sql`vacuum (analyze)`.execute(db);
}

async function measureAll({ db }: OpenDatabase): Promise<void> {
  const call = await caller(database);
  const get = (path: (station: Station) => string) => (station: Station) => call(station, { url: path(station) });
  const works: [string, Work][] = [
    ["errors of a station", get(({ name }) => `/api/stations/${name}/errors`)],
    ["history of a station, a day", get(({ name }) => `/api/stations/${name}/statistics/history?include_online=true`)],
    ["SSoT entries of a station", get(({ name }) => `/api/stations/${name}/ssot`)],
    ["configurations of a station", get(({ name }) => `/api/stations/${name}/configs`)],
    ["activity of an organization", get(() => "/api/statistics/stations/history")],
  ];
  console.log("\n| call | off | on, one organization | on, another each time |\n|---|---|---|---|");
  for (const [name, work] of works) console.log(row(name, await compare(work)));
  // Of 1,000 stations at once, as their telemetry is written: in the scope of every tenant.
  const every = everyTenant(db);
  const write = await compare(async () => {
    await sql`
      update station_states set last_active = ${new Date().toISOString()}::timestamptz
      where station_name in (select name from stations order by name limit 1000)`.execute(every);
  });
  console.log(row("write what 1,000 stations said", write));
}

/** CPU ms a call in each mode. */
async function compare(work: Work): Promise<Record<Mode, number>> {
  const [one, ...others] = await stations();
  if (!one) throw new Error("There is no station.");
  const sums = { off: 0, same: 0, other: 0 };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const mode of ["off", "same", "other"] as const) {
      await guard(mode !== "off");
      const spent = await cpuOf(async () => {
        for (let nth = 0; nth < CALLS; nth += 1)
          await work(mode === "other" ? (others[nth % others.length] ?? one) : one);
      });
      // The first round warms up.
      if (round >= 0) sums[mode] += spent / CALLS / ROUNDS;
    }
  }
  return sums;
}

/** A station each of customers that have about fifty. */
async function stations(): Promise<Station[]> {
  const { rows } = await sql<Omit<Station, "token">>`
    select min(name) as name, org_id from stations where org_id > 1
    group by org_id order by abs(count(*) - 50), org_id limit 20`.execute(owner);
  return Promise.all(rows.map(async (station) => ({ ...station, token: await sessionOf(station.org_id) })));
}

async function sessionOf(org_id: number): Promise<string> {
  const user = { email: `${randomUUID()}@customer.example`, org_id, can_manage: true };
  const { id } = await database.db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
  const account = { ...user, id, name: "", can_admin: false, organization: "Customer" };
  return sessions.open(database.db, account);
}

/** Switches the guard of all tables that have one. */
async function guard(isOn: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct tablename as name from pg_policies`.execute(owner);
  const how = sql.raw(isOn ? "enable" : "disable");
  for (const { name } of rows) await sql`alter table ${sql.table(name)} ${how} row level security`.execute(owner);
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  const backends = ofPostgres();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 + ofPostgres() - backends;
}

/** CPU ms of PostgreSQL so far: of its first process, those it has, and those that have ended. */
function ofPostgres(): number {
  const [first] = readFileSync(join(folder, "pg", "postmaster.pid"), "utf8").split("\n");
  const times = readdirSync("/proc").map((pid) => {
    const [, state] = statOf(pid).split(") ");
    const fields = state?.split(" ") ?? [];
    if (pid !== first && fields[1] !== first) return 0;
    // utime and stime; of the first process also those of its children that have ended.
    return fields.slice(11, pid === first ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0);
  });
  return times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
}

function statOf(pid: string): string {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
  } catch {
    // It has just ended.
    return "";
  }
}

/** Calls the API as a manager of the station's organization does. */
async function caller({ db }: OpenDatabase) {
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: {
      tokenOf: (cookie) => cookie,
      bySession: (token) => sessions.principal(token, true),
      byKey: async () => ({ kind: "anonymous" }),
    },
    findAnswer: async () => undefined,
    noteRefusal: async () => {},
    isDatabaseAway: () => false,
  });
  const refresh = async () => {};
  statsRoutes(app, { db, now: () => now });
  stationErrorRoutes(app, { db, refresh });
  configRoutes(app, { db });
  ssotRoutes(app, { db, now: () => now, refresh });
  return async ({ token }: Station, asked: { url: string }): Promise<void> => {
    const headers = { cookie: token };
    const { statusCode, body } = await app.inject({ ...asked, headers });
    if (statusCode >= 300) throw new Error(`${asked.url} answered with ${statusCode}: ${body}`);
  };
}

function row(name: string, { off, same, other }: Record<Mode, number>): string {
  const of = (cpu: number) => `${cpu.toFixed(2)} ms (${((cpu / off - 1) * 100).toFixed(0)} %)`;
  return `| ${name} | ${off.toFixed(2)} ms | ${of(same)} | ${of(other)} |`;
}
