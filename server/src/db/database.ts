import { join } from "node:path";
import { isDatabaseUnavailable } from "./errors.ts";
import { connect, type SharedDb } from "./connect.ts";
import type { RunningServer } from "./embedded/keep-running.ts";
import { startEmbedded, type EmbeddedOptions } from "./embedded/start.ts";
import { until } from "./embedded/until.ts";
import { checkExternal } from "./external.ts";
import { embeddedRole } from "./roles.ts";

export type DatabaseOptions = {
  /** An external PostgreSQL; null starts the embedded one below `{dataDir}/pg`. */
  url: string | null;
  /** The same database with the role that owns the tables, if that is a different role. */
  ownerUrl?: string | null;
  dataDir: string;
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
  const { url, dataDir, log, report, durable = true } = options;
  let isStopping = false;
  // Connections that end during the stop are expected, so they are not logged.
  const logLine = (line: string) => {
    if (!isStopping) log(line);
  };
  const server =
    url === null
      ? await startOwn({ dataDir: join(dataDir, "pg"), log: logLine, report, durable })
      : await reachExternal(url, options.ownerUrl ?? url);
  const db = connect(server.url, logLine);
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

type Reached = Pick<RunningServer, "url" | "fault" | "stop"> & { ownerUrl: string };

async function startOwn(options: EmbeddedOptions): Promise<Reached> {
  const server = await startEmbedded(options);
  try {
    return { ...server, ownerUrl: server.url, url: await embeddedRole(server.url) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function reachExternal(url: string, ownerUrl: string): Promise<Reached> {
  await checkExternal(url, "DATABASE_URL");
  if (ownerUrl !== url) await checkExternal(ownerUrl, "MIGRATION_DATABASE_URL");
  return { url, ownerUrl, fault: () => null, stop: async () => {} };
}
