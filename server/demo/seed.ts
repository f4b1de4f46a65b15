import { randomBytes } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import { type FleetStation, fleetFile } from "@groundcrew/simulator/model";
import { onConnection, type Db, inTransaction } from "../src/db/index.ts";
import { makeFolders } from "../src/lib/index.ts";
import { hashSecret } from "../src/link/index.ts";
import { isDemo } from "../src/users/index.ts";
import { generatePast, type Past } from "./past.ts";
import { insertPeople } from "./people.ts";
import { planStation, type Plan, type PlanOptions } from "./plan.ts";
import {
  findCounters,
  isEmpty,
  withSeedingLock,
  findNewestConfigs,
  replaceSecrets,
  idsByName,
  insertHistory,
  insertRows,
  takeEntryIds,
} from "./queries.ts";
import { configRows, entryRows, historyLines, locationRows, stationRow, recordRows, type Records } from "./rows.ts";
import { fleetEntry } from "./simulated.ts";
import { detailOf } from "./timeline.ts";

/** How to build the demo. The same seed produces the same fleet, except for the passwords, which are always random. */
export type DemoOptions = PlanOptions & {
  /** The folder that contains the fleet file. */
  dataDir: string;
  /** The number of stations in the demo. */
  stations: number;
  /** Receives sentences about changes to an existing demo. */
  log: (sentence: string) => void;
};

type KnownStations = ReadonlyMap<string, FleetStation>;

/**
 * Fills an empty database with the demo: organizations, accounts, stations with a year of history until `now` (ms), and what people
 * recorded about them. In a database that already contains the demo, it adds only what is missing: stations, if more are requested or an
 * earlier start was interrupted; passwords, if they are missing from the fleet file. A database with other contents is left unchanged.
 * `db` must have no time limits. Returns the path of the fleet file that the simulator reads; null when there is no station to simulate.
 */
export async function seedDemo(db: Db, options: DemoOptions): Promise<string | null> {
  const path = join(options.dataDir, "fleet.json");
  const known: KnownStations = (await readFleetFile(path)) ?? new Map();
  const stations = await onConnection(db, (session) => withSeedingLock(session, () => seed(session, options, known)));
  const isWritten = stations.length === known.size && stations.every((station) => known.get(station.name) === station);
  if (!isWritten) await writeFleetFile(path, stations);
  return stations.length > 0 ? path : null;
}

/** Inserts the stations in batches, each in its own transaction, so that no transaction stays open while stations are computed. */
async function seed(session: Db, options: DemoOptions, known: KnownStations): Promise<FleetStation[]> {
  const isFirst = await isEmpty(session);
  if (isFirst) await insertPeople(session, options);
  if (!(await isDemo(session))) {
    options.log("The database holds something other than the demo: nothing was added, and no station is simulated.");
    return [];
  }
  const plans = Array.from({ length: options.stations }, (_, index) => planStation(index, options));
  const names = plans.map(({ name }) => name);
  const counters = await findCounters(session, names);
  const isStored = ({ name }: Plan) => counters.has(name);
  const [there, missing] = [plans.filter(isStored), plans.filter((plan) => !isStored(plan))];
  const made = await insertFleet(session, missing, options);
  const lost = there.filter(({ name, connects }) => connects && !known.has(name));
  const reissued = await reissue(session, lost, counters);
  if (!isFirst && missing.length > 0) options.log(`Stations added to the demo: ${missing.length}.`);
  if (lost.length > 0) options.log(`Stations given new passwords, because the fleet file lacked them: ${lost.length}.`);
  const kept = there.flatMap(({ name, connects }) => (connects ? (known.get(name) ?? []) : []));
  return [...kept, ...reissued, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The stations in a fleet file, by name; null when there is no readable file. */
async function readFleetFile(path: string): Promise<Map<string, FleetStation> | null> {
  try {
    const { stations } = fleetFile.parse(JSON.parse(await readFile(path, "utf8")));
    return new Map(stations.map((station) => [station.name, station]));
  } catch {
    // Missing or invalid. In both cases the stations get new passwords.
    return null;
  }
}

/** Replaces the whole fleet file. Only its owner may read it, because it contains the stations' passwords. */
async function writeFleetFile(path: string, stations: readonly FleetStation[]): Promise<void> {
  const temporaryPath = `${path}.new`;
  makeFolders(dirname(path));
  await writeFile(temporaryPath, JSON.stringify({ v: 1, stations }), { mode: 0o600, flush: true });
  // The mode above only applies when the file is created.
  await chmod(temporaryPath, 0o600);
  await rename(temporaryPath, path);
}

/**
 * Rebuilds the fleet file's entries of stations that are in the database but not in the file, with new passwords, their last reported
 * counters (by name) and their newest configuration.
 */
async function reissue(tx: Db, plans: readonly Plan[], counters: ReadonlyMap<string, number>): Promise<FleetStation[]> {
  const configs = await findNewestConfigs(
    tx,
    plans.map(({ name }) => name),
  );
  const entries = plans.map((plan) =>
    fleetEntry(plan, {
      swaps: counters.get(plan.name) ?? 0,
      config: configs.get(plan.name) ?? null,
      password: newSecret(),
    }),
  );
  await replaceSecrets(
    tx,
    entries.map(({ name, password }) => ({ name, hash: hashSecret(password) })),
  );
  return entries;
}

/** A password for the link: 256 random bits. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

// Stations inserted by one set of statements, so that the statements do not grow with the fleet.
const BATCH_SIZE = 500;

/** Inserts stations with their past. Returns the fleet file's entries of those that can connect. */
async function insertFleet(
  session: Db,
  plans: readonly Plan[],
  options: { now: number; stations: number },
): Promise<FleetStation[]> {
  const detail = detailOf(options.stations);
  const [orgIds, tagIds] = [await idsByName(session, "organizations"), await idsByName(session, "support_log_tags")];
  const entries: FleetStation[] = [];
  for (let from = 0; from < plans.length; from += BATCH_SIZE) {
    const generated = plans
      .slice(from, from + BATCH_SIZE)
      .map((plan) => generatePast(plan, { now: options.now, detail, password: newSecret() }));
    const takeIds = (count: number) => takeEntryIds(session, count);
    const rows = rowsOf(generated, {
      now: options.now,
      orgIds,
      records: await recordRows(generated, { now: options.now, tagIds, takeIds }),
    });
    await inTransaction(session, (tx) => insertAll(tx, rows));
    entries.push(...generated.flatMap(({ entry }) => entry ?? []));
  }
  return entries;
}

type RowContext = { now: number; orgIds: ReadonlyMap<string, number>; records: Records };

function rowsOf(pasts: readonly Past[], { now, orgIds, records }: RowContext) {
  return {
    stations: pasts.map(({ plan, entry }) =>
      stationRow(plan, { orgId: orgIds.get(plan.organization) ?? 0, hash: entry && hashSecret(entry.password) }),
    ),
    states: pasts.map(({ state }) => state),
    snapshots: pasts.flatMap(({ plan, snapshot }) => (snapshot ? [{ station_name: plan.name, snapshot }] : [])),
    locations: pasts.flatMap(({ plan }) => locationRows(plan)),
    history: historyLines(pasts),
    records,
    configs: configRows(pasts),
    ssot: entryRows(pasts, "ssot", now),
    replaceables: entryRows(pasts, "replaceables", now),
  };
}

async function insertAll(tx: Db, rows: ReturnType<typeof rowsOf>): Promise<void> {
  await insertRows(tx, "stations", rows.stations);
  await insertRows(tx, "station_states", rows.states);
  await insertRows(tx, "station_snapshots", rows.snapshots);
  await insertRows(tx, "station_locations", rows.locations);
  await insertHistory(tx, rows.history);
  await insertRows(tx, "support_log_entries", rows.records.entries);
  await insertRows(tx, "support_log_entry_tags", rows.records.tags);
  await insertRows(tx, "station_errors", rows.records.errors);
  await insertRows(tx, "station_configs", rows.configs);
  await insertRows(tx, "ssot_entries", rows.ssot);
  await insertRows(tx, "replaceables_entries", rows.replaceables);
}
