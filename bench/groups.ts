import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase, prepareDatabase, type Db } from "@groundcrew/server/db";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/db/connect";
import { errorGroupRoutes, resolutionHandler, storeErrors } from "@groundcrew/server/error-groups";
import { sql } from "kysely";
import { appFor } from "./app.ts";
import { fillGroups } from "./fill-groups.ts";
import { machine, measure, ms } from "./measure.ts";

/*
 * Groups of a million station errors: the lists and pages, what it costs to store an error with its group, and resolving many.
 *
 * node bench/groups.ts [errors, 1,000,000 by default]
 */
const ERRORS = Number(process.argv[2] ?? 1_000_000);
const SIZES = { stations: 2_000, groups: 2_000, errors: ERRORS } as const;
const BATCH = 500;
/** Batches of a storm, in which few stations report few faults, and of a busy fleet. */
const BATCHES = [
  ["of a storm (10 stations, 5 faults)", { stations: 10, faults: 5 }],
  ["of a fleet (50 stations, 40 faults)", { stations: 50, faults: 40 }],
] as const;

const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
const database = await openDatabase({ url: null, dataDir: folder, log: console.log, durable: false });
try {
  await prepareDatabase(database, console.log);
  console.log(`${machine()}, embedded PostgreSQL without fsync\n\n| work | median | p95 | goal |\n|---|---|---|---|`);
  const db = everyTenant(database.db);
  const owner = connectWithoutTimeouts(database.ownerUrl);
  await fillGroups(owner, { ...SIZES, errors: 10_000 });
  await measureUpkeep(db, owner, "10,000 errors before");
  await fillGroups(owner, SIZES);
  await measureUpkeep(db, owner, `${ERRORS.toLocaleString("en")} errors before`);
  const call = await apiCaller(db);
  await measureReading(call);
  await measureResolving(db, call);
  await owner.destroy();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What the group adds to storing an error: batches with it, and batches inserted as before, without the triggers that count. */
async function measureUpkeep(db: Db, owner: Db, when: string): Promise<void> {
  for (const [kind, { stations, faults }] of BATCHES) {
    const errors = (nth: number) =>
      Array.from({ length: BATCH }, (_, index) => ({
        station_name: stationOf((nth * 31 + index) % stations),
        event_id: randomUUID(),
        error_message: `Part ${letters((nth + Math.floor(index / stations)) % faults)} answered ${nth} after ${index} ms`,
        job_id: null,
        job_type: "charge",
        occurred: null,
        time_logged: new Date().toISOString(),
      }));
    const withGroups = await measure((nth) => inTransaction(db, (tx) => storeErrors(tx, errors(nth))));
    await toggleTriggers(owner, "disable");
    const plain = await measure((nth) => inTransaction(db, (tx) => insertPlain(tx, errors(nth))));
    await toggleTriggers(owner, "enable");
    const each = (((withGroups.median - plain.median) / BATCH) * 1_000).toFixed(1);
    print(`${BATCH} errors ${kind} with their groups, ${when}`, withGroups, "");
    print(`the same without groups`, plain, "");
    console.log(`| upkeep for each error | ${each} µs | | 20 µs |`);
  }
}

async function insertPlain(tx: Db, rows: readonly object[]): Promise<void> {
  await sql`
    insert into station_errors (station_name, event_id, error_message, job_id, job_type, occurred, time_logged)
    select station_name, event_id, error_message, job_id, job_type, occurred, time_logged
    from json_to_recordset(${JSON.stringify(rows)}::json) as e(
      station_name text, event_id text, error_message text, job_id text, job_type text, occurred timestamptz,
      time_logged timestamptz)
    on conflict (station_name, event_id) do nothing`.execute(tx);
}

async function toggleTriggers(owner: Db, state: "enable" | "disable"): Promise<void> {
  for (const event of ["insert", "update"]) {
    await sql.raw(`alter table station_errors ${state} trigger tally_groups_on_${event}`).execute(owner);
  }
}

type Caller = (url: string, body?: unknown) => Promise<{ status: number; text: string }>;

async function measureReading(call: Caller): Promise<void> {
  const rows = [
    ["list of groups by urgency", "/api/error-groups", "20 ms"],
    ["list of groups by open errors, with filter", "/api/error-groups?sort=open&station_type=atlas&q=part", "20 ms"],
    ["page of the largest group", "/api/error-groups/1", "50 ms"],
    ["its stations", "/api/error-groups/1/stations", "50 ms"],
    ["its errors", "/api/error-groups/1/errors?filter_open=true", "50 ms"],
    ["its history", "/api/error-groups/1/history", "50 ms"],
    ["what varies in it", "/api/error-groups/1/variation", "50 ms"],
    ["the firmware of its stations", "/api/error-groups/1/firmwares", "50 ms"],
  ] as const;
  for (const [name, url, goal] of rows) print(name, await measure(() => call(url)), goal);
}

/** Resolves a group of 10,000 and one of 100,000 errors, as the job that follows the call does. */
async function measureResolving(db: Db, call: Caller): Promise<void> {
  const handler = resolutionHandler({ db, runMs: 600_000 });
  for (const [id, goal] of [
    [2, "2 s"],
    [1, "in the background"],
  ] as const) {
    const group: { rev: number; open: number } = JSON.parse((await call(`/api/error-groups/${id}`)).text);
    const start = performance.now();
    await call("/api/error-groups/resolve", { groups: [{ id, rev: group.rev }], solution: "Replaced the part" });
    const { rows } = await sql<{ id: number }>`select id from error_resolutions where ended is null`.execute(db);
    for (const { id: resolution } of rows) await handler.run({ resolution }, { created: new Date().toISOString() });
    console.log(
      `| resolve ${group.open.toLocaleString("en")} errors of a group | ${ms(performance.now() - start)} ms | | ${goal} |`,
    );
  }
}

async function apiCaller(db: Db): Promise<Caller> {
  const app = await appFor("admin");
  errorGroupRoutes(app, { db, now: Date.now, refresh: async () => {} });
  return async (url, body) => {
    const post = body === undefined ? {} : { method: "POST" as const, payload: JSON.stringify(body) };
    const { statusCode, body: text } = await app.inject({
      url,
      headers: { "content-type": "application/json" },
      ...post,
    });
    if (statusCode >= 300) throw new Error(`${url} returned ${statusCode}: ${text}`);
    return { status: statusCode, text };
  };
}

function stationOf(number: number): string {
  return `gc-${number.toString(16).padStart(12, "0")}`;
}

function letters(number: number): string {
  return number.toString(36).replaceAll(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
}

function print(name: string, { median, p95 }: { median: number; p95: number }, goal: string): void {
  console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${goal} |`);
}
