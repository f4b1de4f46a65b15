import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { startEmbedded } from "./embedded/start.ts";
import { checkExternal } from "./external.ts";
import { openPatientPool, openPool } from "./pool.ts";
import type { Database } from "./schema.ts";

/**
 * The database as queries see it, a transaction included. Times come back as ISO text, `bigint` as numbers. A statement
 * may take 5 s and wait 2 s for a lock, and fails a little later when the server says nothing at all.
 */
export type Db = Kysely<Database>;

export type DatabaseOptions = {
  /** An external PostgreSQL; null starts the embedded one below `{dataDir}/pg`. */
  url: string | null;
  dataDir: string;
  log: (line: string) => void;
  /** False for test data: the embedded server then does without fsync, and deletes its data at the end. */
  durable?: boolean;
};

export type OpenDatabase = {
  db: Db;
  /** Address of the database with its password: never to be logged. */
  url: string;
  /** Ends all connections, and the embedded server. */
  stop: () => Promise<void>;
};

/** Opens the database, starting the embedded server if need be. Fails with one sentence. Migrations are separate. */
export async function openDatabase({ url, dataDir, log, durable = true }: DatabaseOptions): Promise<OpenDatabase> {
  let isStopping = false;
  // That connections end at the stop is no news.
  const tell = (line: string) => {
    if (!isStopping) log(line);
  };
  const server =
    url === null ? await startEmbedded({ dataDir: join(dataDir, "pg"), log: tell, durable }) : await reachExternal(url);
  const db = connect(server.url, tell);
  const stop = async () => {
    isStopping = true;
    await db.destroy();
    await server.stop();
  };
  return { db, url: server.url, stop };
}

async function reachExternal(url: string): Promise<Pick<OpenDatabase, "url" | "stop">> {
  await checkExternal(url);
  return { url, stop: async () => {} };
}

/** A database that is known to be there. Ended with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url, log) }) });
}

/** One connection whose statements may take as long as they need: for migrations. Ended with `db.destroy()`. */
export function connectPatiently(url: string): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPatientPool(url) }) });
}
