import { randomUUID } from "node:crypto";
import { inTransaction, type Db } from "@groundcrew/server/platform/db";
import { connectWithoutTimeouts, everyTenant } from "@groundcrew/server/platform/db/connect";
import { errorGroupRoutes, resolutionHandler, storeErrors } from "@groundcrew/server/error-groups";
import { sql } from "kysely";
import { runHandler } from "../server/test/run-handler.ts";
import { appFor } from "./app.ts";
import { fillGroups } from "./fill-groups.ts";
import { circumstances, fleetOptions, numberOption } from "./fleet.ts";
import { goal, measure, ms, type Times } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem } from "./system.ts";

/*
 * Groups of a million station errors: the lists and pages, what it costs to store an error with its group, and resolving many. Meanwhile a fleet
 * reports to a system on the same machine.
 *
 * node bench/groups.ts [--errors 1000000] [--stations 10000] [--quiet]
 */
const fleet = fleetOptions(10_000);
const ERRORS = numberOption("errors", 1_000_000);
const SIZES = { stations: 2_000, groups: 2_000, errors: ERRORS } as const;
const BATCH = 500;
/** Batches of a storm, in which few stations report few faults, and of a busy fleet. */
const BATCHES = [
  ["of a storm (10 stations, 5 faults)", { stations: 10, faults: 5 }],
  ["of a fleet (50 stations, 40 faults)", { stations: 50, faults: 40 }],
] as const;

const database = await openOwnDatabase();
try {
  console.log(`${circumstances(fleet)}; embedded PostgreSQL without fsync`);
  await besideSystem(fleet, () => measureAll(everyTenant(database.db)));
} finally {
  await database.stop();
}

async function measureAll(db: Db): Promise<void> {
  console.log("\n| work | median | p95 | goal |\n|---|---|---|---|");
  const owner = connectWithoutTimeouts(database.ownerUrl);
  await fillGroups(owner, { ...SIZES, errors: 10_000 });
  await measureStoring(db, owner, "10,000 errors before");
  await fillGroups(owner, SIZES);
  await measureStoring(db, owner, `${ERRORS.toLocaleString("en")} errors before`);
  const call = await apiCaller(db);
  await measureReading(call);
  await measureResolving(db, call);
  await owner.destroy();
}

/** What the group adds to storing an error: batches with it, and batches inserted as before, without the triggers that count. */
async function measureStoring(db: Db, owner: Db, when: string): Promise<void> {
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
    const eachUs = ((withGroups.median - plain.median) / BATCH) * 1_000;
    print(`${BATCH} errors ${kind} with their groups, ${when}`, withGroups);
    print("the same without groups", plain);
    console.log(`| what the group adds to each error | ${eachUs.toFixed(1)} µs | | ${goal("20 µs", eachUs <= 20)} |`);
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
    ["list of groups by urgency", "/api/error-groups", 20],
    ["list of groups by open errors, with filter", "/api/error-groups?sort=open&station_type=atlas&q=part", 20],
    ["page of the largest group", "/api/error-groups/1", 50],
    ["its stations", "/api/error-groups/1/stations", 50],
    ["its errors", "/api/error-groups/1/errors?filter_open=true", 50],
    ["its history", "/api/error-groups/1/history", 50],
    ["what varies in it", "/api/error-groups/1/variation", 50],
    ["the firmware of its stations", "/api/error-groups/1/firmwares", 50],
  ] as const;
  for (const [name, url, goalMs] of rows) print(name, await measure(() => call(url)), goalMs);
}

/** Resolves a group of 10,000 and one of 100,000 errors, as the job that follows the call does. */
async function measureResolving(db: Db, call: Caller): Promise<void> {
  const handler = resolutionHandler({ db, runMs: 600_000 });
  for (const [id, goalMs] of [
    [2, 2_000],
    [1, null],
  ] as const) {
    const group: { rev: number; open: number } = JSON.parse((await call(`/api/error-groups/${id}`)).text);
    const start = performance.now();
    await call("/api/error-groups/resolve", { groups: [{ id, rev: group.rev }], solution: "Replaced the part" });
    const { rows } = await sql<{ id: number }>`select id from error_resolutions where ended is null`.execute(db);
    for (const { id: resolution } of rows) await runHandler(handler, { resolution });
    const took = performance.now() - start;
    const reached = goalMs === null ? "in the background" : goal(`${goalMs} ms`, took <= goalMs);
    console.log(`| resolve ${group.open.toLocaleString("en")} errors of a group | ${ms(took)} ms | | ${reached} |`);
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

function print(name: string, { median, p95 }: Times, goalMs: number | null = null): void {
  const reached = goalMs === null ? "" : goal(`p95 ${goalMs} ms`, p95 <= goalMs);
  console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${reached} |`);
}
