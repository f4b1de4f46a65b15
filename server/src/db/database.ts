import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { startEmbedded } from "./embedded/start.ts";
import { checkExternal } from "./external.ts";
import { openPool } from "./pool.ts";
import type { Database } from "./schema.ts";

/**
 * The database as queries see it, a transaction included. Times come back as ISO text, `bigint` as numbers. A statement
 * may take 5 s and wait 2 s for a lock.
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
  if (url !== null) {
    await checkExternal(url);
    const db = connect(url, log);
    return { db, url, stop: () => db.destroy() };
  }
  const server = await startEmbedded({ dataDir: join(dataDir, "pg"), log, durable });
  const db = connect(server.url, log);
  const stop = async () => {
    await db.destroy();
    await server.stop();
  };
  return { db, url: server.url, stop };
}

/** A database that is known to be there. Ended with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url, log) }) });
}
