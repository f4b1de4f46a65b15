import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, type Config } from "../src/platform/config/index.ts";
import { readPidFile } from "../src/platform/db/embedded/pid-file.ts";
import { startServer } from "../src/main.ts";
import { childrenOf } from "./processes.ts";

/** A whole server in this process with its own PostgreSQL, which tests may stop or kill, unless a `DATABASE_URL` is given. */
export async function embeddedServer({ DATA_DIR, ...env }: Record<string, string> = {}, more: Partial<Config> = {}) {
  // A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
  const dataDir = DATA_DIR ?? join(tmpdir(), `groundcrew-harmed-${randomUUID()}`);
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" };
  const config = readConfig({
    ...ports,
    DATA_DIR: dataDir,
    STATIONS: "0",
    LOG_LEVEL: "fatal",
    EVENTS_PER_SECOND: "1000",
    ERRORS_PER_DAY: "1000000",
    ...env,
  });
  const server = await startServer({ ...config, ...more }, () => {}, null);
  const postmaster = () => readPidFile(join(dataDir, "pg"));
  return {
    ...server,
    brokerPort: Number(new URL(server.brokerUrl).port),
    /** The process id of the postmaster once it accepts connections; null until then. */
    database: (): number | null => (postmaster().isReady ? postmaster().pid : null),
    databaseSocket: () => `${postmaster().socketDir}/.s.PGSQL.5432`,
    signalDatabase: (signal: "SIGSTOP" | "SIGCONT") => signalDatabase(dataDir, signal),
    async stop(): Promise<void> {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Pauses or resumes every process of the PostgreSQL that a server has started in its data directory. */
export function signalDatabase(dataDir: string, signal: "SIGSTOP" | "SIGCONT"): void {
  const { pid } = readPidFile(join(dataDir, "pg"));
  // The postmaster first, because it starts the others.
  for (const each of [pid, ...childrenOf(pid).map((child) => child.pid)]) process.kill(each, signal);
}
