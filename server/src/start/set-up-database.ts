import { defaultBrand } from "@groundcrew/shared/brand";
import type { Logger } from "pino";
import { startDatabaseClock, type DatabaseClock } from "../platform/clock/index.ts";
import { CHANNEL_SECRETS } from "../channels/index.ts";
import { secretKey, type Config } from "../platform/config/index.ts";
import { connectWithoutTimeouts, everyTenant } from "../platform/db/connect.ts";
import { openDatabase, prepareDatabase, type Db, type OpenDatabase } from "../platform/db/index.ts";
import { openSealer, type Part } from "../platform/lib/index.ts";
import { providerName, renamedProvider, setInternalPrefix } from "../organizations/index.ts";
import { ensureFirstAdmin, isDemo } from "../users/index.ts";

/** Reports progress to the person who started the server. */
export type Report = (line: string) => void;
/** Registers a part that was started, so that it is stopped with the server. */
export type RegisterPart = <P extends Part>(part: P) => P;
/** A database with its contents, and other dependencies of the server's parts. */
export type PreparedDatabase = {
  config: Config;
  db: Db;
  databaseUrl: string;
  fleetFile: string | null;
  /** The time shared by all servers. */
  now: DatabaseClock["now"];
  log: Logger;
  own: RegisterPart;
};

const DEMO_SEED = 20_260_101;

export async function connectDatabase(config: Config, { report, log }: { report: Report; log: Logger }) {
  const { databaseUrl: url, migrationDatabaseUrl: ownerUrl, dataDir } = config;
  report(url === null ? "Starting PostgreSQL…" : "Connecting to PostgreSQL…");
  return openDatabase({ url, ownerUrl, dataDir, report, log: (line) => log.warn(line) });
}

type DatabaseSetup = { report: Report; own: RegisterPart; log: Logger; database: OpenDatabase };

/** Prepares the database before the server accepts connections: its tables, and the demo or the first admin. */
export async function setUpDatabase(
  config: Config,
  { report, own, log, database }: DatabaseSetup,
): Promise<PreparedDatabase> {
  await prepareDatabase(database, (line) => log.warn(line));
  performance.mark("tables prepared");
  const { now } = own(await startDatabaseClock({ db: database.db, wall: () => Date.now(), log }));
  const untimed = connectWithoutTimeouts(database.url);
  try {
    const named = await withProvider(untimed, config);
    await setInternalPrefix(untimed, config.brand.internal_prefix);
    if (config.brand.provider !== named.brand.provider && config.brand.provider !== defaultBrand.provider)
      report(renamedProvider(config.brand.provider, named.brand.provider));
    const fleetFile = await prepareContents(untimed, named, { report, now, database });
    performance.mark("contents prepared");
    await withProvider(untimed, named);
    return { config: named, db: everyTenant(database.db), databaseUrl: database.url, fleetFile, now, log, own };
  } finally {
    await untimed.destroy();
  }
}

/** The configuration with the provider's name from the database, if it is stored there already. */
async function withProvider(db: Db, config: Config): Promise<Config> {
  const provider = await providerName(db, config.brand.provider);
  return { ...config, brand: { ...config.brand, provider } };
}

/** Returns the path of the demo's fleet file; null when no station is simulated. */
async function prepareContents(
  db: Db,
  config: Config,
  { report, now, database }: Pick<PreparedDatabase, "now"> & { report: Report; database: OpenDatabase },
): Promise<string | null> {
  const { mode, dataDir, brand, stations, firstAdmin } = config;
  if (mode === "demo") {
    report("Preparing the demo…");
    // oxlint-disable-next-line no-restricted-imports -- in the server, nothing else loads the demo
    const { seedDemo } = await import("../../demo/index.ts");
    const sealer = openSealer(secretKey(config), CHANNEL_SECRETS);
    return seedDemo(database, { dataDir, stations, now: now(), seed: DEMO_SEED, brand, sealer, log: report });
  }
  if (await isDemo(db)) {
    throw new Error(
      "The database contains the demo data with public passwords. Choose another DATA_DIR or DATABASE_URL.",
    );
  }
  await ensureFirstAdmin(db, brand.provider, firstAdmin);
  return null;
}
