import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { connectForCopy, type CopyIn, type Db, inTransaction } from "../src/platform/db/index.ts";
import { hashSecrets } from "../src/platform/link/index.ts";
import { skipThinning } from "../src/stats/index.ts";
import { type FleetLine, lineOf } from "./fleet-lines.ts";
import { copyHistory, copyReadiness, copyRows, STATION_TABLES, withoutIndexes } from "./load-queries.ts";
import { generatePast, type Past } from "./past.ts";
import type { Plan } from "./plan.ts";
import { idsByName, noteEntryIds, takeEntryIds } from "./queries.ts";
import { configRows, entryRows, locationRows, recordRows, stationRow, type Records } from "./rows.ts";
import { detailOf } from "./timeline.ts";

type Options = { now: number; stations: number };

/** Stations inserted by one set of statements, so that the statements do not grow with the fleet. */
const BATCH_SIZE = 50;

/**
 * Inserts stations with their past into a database without any, in one transaction. Returns the fleet file's entries of those that can
 * connect.
 */
export async function loadStations(ownerUrl: string, plans: readonly Plan[], options: Options): Promise<FleetLine[]> {
  const { db, copyIn } = connectForCopy(ownerUrl);
  // No later transaction then has to note in the rows that this one was committed.
  const copyFrozen: CopyIn = (statement, rows) => copyIn(`${statement} with (freeze)`, rows);
  const load = async (tx: Db) => {
    const restore = await withoutIndexes(tx, STATION_TABLES);
    let [nextId = 1] = await takeEntryIds(tx, 1);
    const takeIds = async (count: number) => Array.from({ length: count }, () => nextId++);
    const entries: FleetLine[] = [];
    let written = Promise.resolve();
    for await (const { rows, pasts } of batches(tx, plans, { ...options, takeIds })) {
      await written;
      written = insertAll(copyFrozen, rows);
      // A failure is thrown by the next batch.
      written.catch(() => {});
      entries.push(...pasts.flatMap(({ entry }) => (entry ? lineOf(entry) : [])));
    }
    await written;
    await noteEntryIds(tx, nextId);
    // It has at most a few points a day.
    await skipThinning(tx, options.now);
    await restore();
    return entries;
  };
  return inTransaction(db, load).finally(() => db.destroy());
}

/** Inserts stations with their past into a database that has some, each batch in its own transaction. Returns the same. */
export async function addStations(url: string, plans: readonly Plan[], options: Options): Promise<FleetLine[]> {
  const { db, copyIn } = connectForCopy(url);
  const add = async () => {
    const takeIds = (count: number) => takeEntryIds(db, count);
    const entries: FleetLine[] = [];
    for await (const { rows, pasts } of batches(db, plans, { ...options, takeIds })) {
      await inTransaction(db, () => insertAll(copyIn, rows));
      entries.push(...pasts.flatMap(({ entry }) => (entry ? lineOf(entry) : [])));
    }
    return entries;
  };
  return add().finally(() => db.destroy());
}

/** A password for the link: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A past with the stored form of its station's password. */
type Made = Past & { hash: string | null };
type Rows = ReturnType<typeof rowsOf>;
type BatchOptions = Options & { takeIds: (count: number) => Promise<number[]> };

async function* batches(
  db: Db,
  plans: readonly Plan[],
  { now, stations, takeIds }: BatchOptions,
): AsyncGenerator<{ rows: Rows; pasts: readonly Made[] }> {
  const detail = detailOf(stations);
  const [orgIds, tagIds] = [await idsByName(db, "organizations"), await idsByName(db, "support_log_tags")];
  for (let from = 0; from < plans.length; from += BATCH_SIZE) {
    const batch = plans.slice(from, from + BATCH_SIZE);
    const passwords = batch.map(newSecret);
    const hashing = hashSecrets(passwords);
    const made: Past[] = [];
    for (const [index, plan] of batch.entries()) {
      made.push(generatePast(plan, { now, detail, password: passwords[index] ?? newSecret() }));
      // Often, because in each turn only little of the previous batch is sent, and PostgreSQL waits for more.
      await nextTurn();
    }
    const hashes = await hashing;
    const pasts = made.map((past, index): Made => Object.assign(past, { hash: past.entry && (hashes[index] ?? null) }));
    const records = await recordRows(pasts, { now, tagIds, takeIds });
    yield { rows: rowsOf(pasts, { now, orgIds, records }), pasts };
  }
}

type RowContext = { now: number; orgIds: ReadonlyMap<string, number>; records: Records };

function rowsOf(pasts: readonly Made[], { now, orgIds, records }: RowContext) {
  return {
    stations: pasts.map(({ plan, hash }) => stationRow(plan, { orgId: orgIds.get(plan.organization) ?? 0, hash })),
    states: pasts.map(({ state }) => state),
    snapshots: pasts.flatMap(({ plan, snapshot }) => (snapshot ? [{ station_name: plan.name, snapshot }] : [])),
    locations: pasts.flatMap(({ plan }) => locationRows(plan)),
    history: pasts.map(({ plan, points }) => ({ plan, points })),
    readiness: pasts.map(({ plan, readiness }) => ({
      name: plan.name,
      orgId: orgIds.get(plan.organization) ?? 0,
      readiness,
    })),
    records,
    configs: configRows(pasts),
    ssot: entryRows(pasts, "ssot", now),
    replaceables: entryRows(pasts, "replaceables", now),
  };
}

async function insertAll(copyIn: CopyIn, rows: Rows): Promise<void> {
  await copyRows(copyIn, "stations", rows.stations);
  await copyRows(copyIn, "station_states", rows.states);
  await copyRows(copyIn, "station_snapshots", rows.snapshots);
  await copyRows(copyIn, "station_locations", rows.locations);
  await copyHistory(copyIn, rows.history);
  await copyRows(copyIn, "support_log_entries", rows.records.entries);
  await copyRows(copyIn, "support_log_entry_tags", rows.records.tags);
  await copyRows(copyIn, "station_errors", rows.records.errors);
  await copyRows(copyIn, "station_configs", rows.configs);
  await copyRows(copyIn, "ssot_entries", rows.ssot);
  await copyRows(copyIn, "replaceables_entries", rows.replaceables);
  await copyReadiness(copyIn, rows.readiness);
}
