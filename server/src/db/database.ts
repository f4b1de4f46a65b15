import { join } from "node:path";
import type { Kysely } from "kysely";
import { isDatabaseAway } from "./away.ts";
import { queriesOver } from "./dialect.ts";
import type { RunningServer } from "./embedded/keep-running.ts";
import { startEmbedded } from "./embedded/start.ts";
import { until } from "./embedded/until.ts";
import { checkExternal } from "./external.ts";
import { openPatientPool, openPool, type Patience } from "./pool.ts";
import type { Database } from "./schema.ts";

/**
 * The database as queries see it, a transaction included. Times come back as ISO text, `bigint` as numbers. A statement
 * may take 4 s and wait 2 s for a lock, and fails a little later when the server says nothing at all.
 */
export type Db = Kysely<Database>;

export type DatabaseOptions = {
  /** An external PostgreSQL; null starts the embedded one below `{dataDir}/pg`. */
  url: string | null;
  dataDir: string;
  log: (line: string) => void;
  /** Takes what people who wait should know. */
  say?: (line: string) => void;
  /** False for test data: the embedded server then does without fsync, and deletes its data at the end. */
  durable?: boolean;
};

export type OpenDatabase = {
  db: Db;
  /** Address of the database with its password: never to be logged. */
  url: string;
  /** What is behind a failure: why the embedded server ended, when a connection to it broke, else the failure itself. */
  behind: (failure: unknown) => Promise<unknown>;
  /** Ends all connections, and the embedded server. */
  stop: () => Promise<void>;
};

const FAULT_WAIT_MS = 2_000;

/** Opens the database, starting the embedded server if need be. Fails with one sentence. Migrations are separate. */
export async function openDatabase({ url, dataDir, log, say, durable = true }: DatabaseOptions): Promise<OpenDatabase> {
  let isStopping = false;
  // That connections end at the stop is no news.
  const tell = (line: string) => {
    if (!isStopping) log(line);
  };
  const server =
    url === null
      ? await startEmbedded({ dataDir: join(dataDir, "pg"), log: tell, say, durable })
      : await reachExternal(url);
  const db = connect(server.url, tell);
  const stop = async () => {
    isStopping = true;
    await db.destroy();
    await server.stop();
  };
  const behind = async (failure: unknown) => {
    if (!isDatabaseAway(failure)) return failure;
    // A connection breaks a moment before its server is known to have ended.
    await until(() => server.fault() !== null, url === null ? FAULT_WAIT_MS : 0);
    return server.fault() ?? failure;
  };
  return { db, url: server.url, behind, stop };
}

async function reachExternal(url: string): Promise<Pick<RunningServer, "url" | "fault" | "stop">> {
  await checkExternal(url);
  return { url, fault: () => null, stop: async () => {} };
}

/** A database that is known to be there. Ended with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): Db {
  return queriesOver<Database>(openPool(url, log));
}

/**
 * One connection, or some, without any time limit: for migrations, and for filling a database on a slow or busy machine. Ended
 * with `db.destroy()`.
 */
export function connectPatiently(url: string, patience?: Patience): Db {
  return queriesOver<Database>(openPatientPool(url, patience));
}
