import { join } from "node:path";
import { sql } from "kysely";
import { reasonOf } from "../lib/index.ts";
import { connect, type SharedDb } from "./connect.ts";
import type { RunningServer } from "./embedded/keep-running.ts";
import { until } from "./embedded/process.ts";
import { runningUrl } from "./embedded/attach.ts";
import { startEmbedded, type EmbeddedOptions } from "./embedded/start.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { withinLimit } from "./pool.ts";
import { embeddedRole, embeddedRoleUrl } from "./roles.ts";

export type DatabaseOptions = {
  /** An external PostgreSQL; null starts the embedded one below `{dataDir}/pg`. */
  url: string | null;
  /** The same database with the role that owns the tables, if that is a different role. */
  ownerUrl?: string | null;
  dataDir: string;
  /** How many connections there may be, if not the usual number. */
  connections?: number;
  log: (line: string) => void;
  /** Receives progress messages for the person waiting for the start. */
  report?: (line: string) => void;
  /** False for test data: the embedded server then runs without fsync, and deletes its data when it stops. */
  durable?: boolean;
};

export type OpenDatabase = {
  db: SharedDb;
  /** The database's URL, including the password. Never log it. */
  url: string;
  /** The same database with the role that runs the migrations. */
  ownerUrl: string;
  /** Finds the cause of a failure: why the embedded server ended, if a connection to it broke; otherwise the failure itself. */
  behind: (failure: unknown) => Promise<unknown>;
  /** Closes all connections and stops the embedded server. */
  stop: () => Promise<void>;
};

const FAULT_WAIT_MS = 2_000;

/** Opens the database, starting the embedded server if needed. Rejects with a one-sentence error. Does not run migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, dataDir, connections, log, report, durable = true } = options;
  let isStopping = false;
  // Connections that end during the stop are expected, so they are not logged.
  const logLine = (line: string) => {
    if (!isStopping) log(line);
  };
  const server =
    url === null
      ? await startOwn({ dataDir: join(dataDir, "pg"), log: logLine, report, durable })
      : await reachExternal(url, options.ownerUrl ?? url);
  const db = connect(server.url, logLine, connections);
  const stop = async () => {
    isStopping = true;
    await db.destroy();
    await server.stop();
  };
  const behind = async (failure: unknown) => {
    if (!isDatabaseUnavailable(failure)) return failure;
    // A connection breaks shortly before the end of its server is noticed.
    await until(() => server.fault() !== null, url === null ? FAULT_WAIT_MS : 0);
    return server.fault() ?? failure;
  };
  return { db, url: server.url, ownerUrl: server.ownerUrl, behind, stop };
}

/** The address of the embedded PostgreSQL of a running server, as the role of the server; null when none runs. */
export function runningDatabase(dataDir: string): string | null {
  const ownerUrl = runningUrl(join(dataDir, "pg"));
  return ownerUrl === null ? null : embeddedRoleUrl(ownerUrl);
}

/**
 * Opens the database of an installation whose server may be running: also the embedded one that it has started. If no server runs, the
 * embedded PostgreSQL runs until `stop`.
 */
export async function attachDatabase(options: DatabaseOptions): Promise<Pick<OpenDatabase, "db" | "url" | "stop">> {
  const url = options.url === null ? runningDatabase(options.dataDir) : null;
  if (url === null) return openDatabase(options);
  const db = connect(url, options.log);
  return { db, url, stop: () => db.destroy() };
}

type ConnectedDatabase = Pick<RunningServer, "url" | "fault" | "stop"> & { ownerUrl: string };

async function startOwn(options: EmbeddedOptions): Promise<ConnectedDatabase> {
  const server = await startEmbedded(options);
  try {
    return { ...server, ownerUrl: server.url, url: await embeddedRole(server.url) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function reachExternal(url: string, ownerUrl: string): Promise<ConnectedDatabase> {
  await checkExternal(url, "DATABASE_URL");
  if (ownerUrl !== url) await checkExternal(ownerUrl, "MIGRATION_DATABASE_URL");
  return { url, ownerUrl, fault: () => null, stop: async () => {} };
}

/**
 * For the readiness check: rejects when the database is unreachable or does not accept writes (a standby, a full disk, a read-only
 * session). Rewrites one row without changing it.
 */
export async function checkWritable(db: SharedDb): Promise<void> {
  await sql`update migrations set applied = applied where name = (select min(name) from migrations)`.execute(db);
}

/** The bytes that the database takes on its server's disk. */
export async function databaseBytes(db: SharedDb): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** The oldest major version of PostgreSQL that can be used. */
export const OLDEST_MAJOR = 15;

/** Checks that a usable PostgreSQL responds at this address. Otherwise rejects with one sentence that names `setting`. */
export async function checkExternal(url: string, setting: string): Promise<void> {
  try {
    const found = await withinLimit(url, (client) =>
      client.query<{ version: string }>("select current_setting('server_version_num') as version"),
    );
    const major = Math.floor(Number(found.rows[0]?.version) / 10_000);
    if (major < OLDEST_MAJOR) {
      throw new Error(`it is PostgreSQL ${major}, and Groundcrew needs ${OLDEST_MAJOR} or newer`);
    }
  } catch (error) {
    throw new Error(`The database at ${databaseAddress(url)} (${setting}) cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** The address without its password; `embedded` for that database. */
export function databaseAddress(url: string | null): string {
  if (url === null) return "embedded";
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || "5432"}${pathname}`;
}
