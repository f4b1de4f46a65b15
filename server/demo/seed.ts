import { join } from "node:path";
import { stationType } from "@groundcrew/shared/telemetry";
import {
  connectForCopy,
  connectWithoutTimeouts,
  inTransaction,
  onConnection,
  type Db,
} from "../src/platform/db/index.ts";
import { hashSecret } from "../src/platform/link/index.ts";
import { isDemo } from "../src/users/index.ts";
import type { Sealer } from "../src/platform/lib/index.ts";
import { addRules, planMaintenance } from "./attention.ts";
import { addPreferences } from "./notifications.ts";
import { actOnGroups } from "./error-groups.ts";
import { type FleetLine, lineOf, readFleetFile, writeFleetFile } from "./fleet-lines.ts";
import { addStations, loadStations, newSecret } from "./insert-stations.ts";
import { insertPeople } from "./people.ts";
import { identityAt, planStation, type Plan, type PlanOptions } from "./plan.ts";
import {
  countStations,
  findCounters,
  findNewestConfigs,
  hasNoStations,
  isEmpty,
  replaceSecrets,
  withSeedingLock,
} from "./queries.ts";
import { SWAP_TABLES, withoutIndexes } from "./load-queries.ts";
import { addPlaces } from "./places.ts";
import { CHARGE_MINUTES, recordedSpans } from "./readiness.ts";
import { countSwaps, insertChargesOfTypes, insertEvaluations } from "./report-queries.ts";
import { fleetEntry } from "./simulated.ts";
import { detailOf } from "./timeline.ts";

/** How to build the demo. The same seed produces the same fleet, except for the passwords, which are always random. */
export type DemoOptions = PlanOptions & {
  /** The folder that contains the fleet file. */
  dataDir: string;
  /** The number of stations in the demo. */
  stations: number;
  /** Encrypts the secrets of channels. */
  sealer: Sealer;
  /** Receives sentences about changes to an existing demo. */
  log: (sentence: string) => void;
};

/** The URLs of a database: as the server, and as the owner of its tables. */
type Addresses = { url: string; ownerUrl: string };

/** Not the first stations, which people look at first. */
const MAINTAINED_FROM = 8;

type KnownStations = ReadonlyMap<string, FleetLine>;

/**
 * Fills an empty database with the demo: organizations, accounts, stations with a year of history until `now` (ms), and what people
 * recorded about them. In a database that already contains the demo, it adds only what is missing: stations, if more are requested or an
 * earlier start was interrupted; passwords, if they are missing from the fleet file. A database with other contents is left unchanged.
 * Returns the path of the fleet file that the simulator reads; null when there is no station to simulate.
 */
export async function seedDemo(database: Addresses, options: DemoOptions): Promise<string | null> {
  const path = join(options.dataDir, "fleet.json");
  const known: KnownStations = (await readFleetFile(path)) ?? new Map();
  const db = connectWithoutTimeouts(database.url);
  const seedOnce = (session: Db) => withSeedingLock(session, () => seed({ session, database, options, known }));
  const stations = await onConnection(db, seedOnce).finally(() => db.destroy());
  const isWritten = stations.length === known.size && stations.every((station) => known.get(station.name) === station);
  if (!isWritten) await writeFleetFile(path, stations);
  return stations.length > 0 ? path : null;
}

type Seeding = { session: Db; database: Addresses; options: DemoOptions; known: KnownStations };

async function seed({ session, database, options, known }: Seeding): Promise<FleetLine[]> {
  const isFirst = await isEmpty(session);
  if (isFirst) {
    await insertPeople(session, options);
    await addRules(session, options);
    await addPreferences(session, options.now);
  }
  if (!(await isDemo(session))) {
    options.log("The database holds something other than the demo: nothing was added, and no station is simulated.");
    return [];
  }
  const unchanged = await unchangedFleet(session, options, known);
  if (unchanged) return unchanged;
  const plans = Array.from({ length: options.stations }, (_, index) => planStation(index, options));
  const names = plans.map(({ name }) => name);
  const counters = await findCounters(session, names);
  const isStored = ({ name }: Plan) => counters.has(name);
  const [there, missing] = [plans.filter(isStored), plans.filter((plan) => !isStored(plan))];
  const insert = (await hasNoStations(session))
    ? () => loadStations(database.ownerUrl, missing, options)
    : () => addStations(database.url, missing, options);
  const made = missing.length > 0 ? await measured("load stations", insert()) : [];
  if (isFirst) {
    await actOnGroups(database.url, options);
    await measured("reports", addReports(database.ownerUrl, options));
    await measured("sites and tags", addPlaces(session, plans, options.brand.provider));
    await planMaintenance(session, inMaintenance(plans), options.now);
  }
  const lost = there.filter(({ name, connects }) => connects && !known.has(name));
  const reissued = await reissue(session, lost, counters);
  if (!isFirst && missing.length > 0) options.log(`Stations added to the demo: ${missing.length}.`);
  if (lost.length > 0) options.log(`Stations given new passwords, because the fleet file lacked them: ${lost.length}.`);
  const kept = there.flatMap(({ name, connects }) => (connects ? (known.get(name) ?? []) : []));
  return [...kept, ...reissued, ...made].sort(byName);
}

/** Tells benchmarks how long a part of the work took. */
async function measured<T>(part: string, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const made = await work;
  performance.measure(part, { start });
  return made;
}

/** The lines of the fleet file, by name, if all stations of the demo are in the database, and those that connect in the file; otherwise null. */
async function unchangedFleet(session: Db, options: DemoOptions, known: KnownStations): Promise<FleetLine[] | null> {
  const stations = Array.from({ length: options.stations }, (_, index) => identityAt(index, options));
  const connecting = stations.filter(({ connects }) => connects);
  const lines = connecting.flatMap(({ name }) => known.get(name) ?? []);
  if (stations.length === 0 || lines.length < connecting.length) return null;
  const names = stations.map(({ name }) => name);
  return (await countStations(session, names)) === names.length ? lines.sort(byName) : null;
}

/** The number of charges that estimates need. */
const CHARGES = 20;

/** Adds what reports of readiness and of swaps need besides what is known of each station. */
async function addReports(ownerUrl: string, { now, stations }: DemoOptions): Promise<void> {
  if (stations === 0) return;
  const spans = recordedSpans(now, detailOf(stations));
  const { db } = connectForCopy(ownerUrl);
  const add = async (tx: Db) => {
    const restore = await withoutIndexes(tx, SWAP_TABLES);
    await insertEvaluations(tx, spans);
    await insertChargesOfTypes(tx, stationType.options, { minutes: CHARGE_MINUTES, count: CHARGES });
    await countSwaps(tx, spans[0].from);
    await restore();
  };
  await inTransaction(db, add).finally(() => db.destroy());
}

function byName(one: FleetLine, other: FleetLine): number {
  return one.name < other.name ? -1 : 1;
}

/** The stations of the demo that are in maintenance, or soon will be: some that connect. */
function inMaintenance(plans: readonly Plan[]): string[] {
  return plans
    .filter(({ connects }) => connects)
    .slice(MAINTAINED_FROM, MAINTAINED_FROM + 2)
    .map(({ name }) => name);
}

/**
 * Rebuilds the fleet file's entries of stations that are in the database but not in the file, with new passwords, their last reported
 * counters (by name) and their newest configuration.
 */
async function reissue(tx: Db, plans: readonly Plan[], counters: ReadonlyMap<string, number>): Promise<FleetLine[]> {
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
  return entries.map(lineOf);
}
