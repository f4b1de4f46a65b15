import { rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@groundcrew/server";
import { embeddedLink, hashSecret } from "@groundcrew/server/platform/link";
import { sql } from "kysely";
import pino from "pino";
import { logErrors } from "../../e2e/log-errors.ts";
import { textArray } from "../../server/src/platform/db/index.ts";
import { readConfig } from "../../server/src/platform/config/index.ts";
import { cpuOfDatabase } from "../database-cpu.ts";
import { nameOf, secretOf, snapshotText } from "./messages.ts";

/*
 * The measured system in its own process: the whole server with its own PostgreSQL, which syncs to disk, or with `broker` only its
 * broker, which drops what it receives. Takes commands over the channel to its parent. The second argument is its MQTT_THREADS.
 */
export type ServerCommand =
  | { kind: "add"; stations: number }
  | { kind: "used" }
  | { kind: "stored" }
  | { kind: "errors"; station: string; count: number }
  /** Stops and starts the server with the same data. */
  | { kind: "restart" }
  /**
   * Stores this many snapshots with the least work possible for PostgreSQL: one update of the text alone per snapshot, passed as the server
   * passes it. Texts that PostgreSQL had to split first took more of its time than everything that the server stores.
   */
  | { kind: "update"; count: number; bytes: number };

const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
const subject = process.argv[2] === "broker" ? await openBroker() : await openServer();
process.on("disconnect", () => void subject.stop().finally(() => process.exit()));
process.on("message", (command: ServerCommand) => void subject.run(command).then((reply) => process.send?.(reply)));
process.send?.(subject.address);

async function openBroker() {
  const log = pino({ level: "silent" });
  const link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    authenticate: async () => ({ verdict: "accepted", epoch: 1 }),
    now: Date.now,
    log,
  });
  link.handle("tele", () => {});
  await link.start();
  return {
    address: { port: link.port(), url: "" },
    run: async (_command: ServerCommand): Promise<object> => ({ ...ownUse(), databaseMs: 0, walBytes: 0 }),
    stop: () => link.stop(),
  };
}

async function openServer() {
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" };
  const MQTT_THREADS = process.argv[3];
  const config = readConfig({ ...ports, DATA_DIR: folder, STATIONS: "0", LOG_LEVEL: "error", MQTT_THREADS });
  let server = await startServer(config, () => {}, null);
  const address = () => ({ port: Number(new URL(server.brokerUrl).port), url: server.url });

  async function restart(): Promise<object> {
    await server.stop();
    const startMs = performance.now();
    server = await startServer(config, () => {}, null);
    return { ...address(), ms: performance.now() - startMs };
  }

  async function add(stations: number): Promise<void> {
    const { db } = server;
    const { id: org_id } = await db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
    const created = new Date().toISOString();
    for (let from = 0; from < stations; from += 500) {
      const rows = Array.from({ length: Math.min(500, stations - from) }, (_, index) => {
        const name = nameOf(from + index);
        const api_password_hash = hashSecret(secretOf(name));
        return { name, serial_number: name, station_type: "atlas" as const, org_id, created, api_password_hash };
      });
      await db.insertInto("stations").values(rows).execute();
    }
    await sql`analyze`.execute(db);
  }

  async function update({ count, bytes }: { count: number; bytes: number }): Promise<object> {
    const text = snapshotText(1, bytes);
    const before = cpuOfDatabase(folder);
    for (let from = 0; from < count; from += 1_000) {
      const names = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => nameOf(from + index));
      const texts = names.map(() => text);
      await sql`
        insert into station_snapshots (station_name, snapshot)
        select name, snapshot from unnest(${textArray(names)}, ${textArray(texts)}) as g(name, snapshot)
        on conflict (station_name) do update set snapshot = excluded.snapshot`.execute(server.db);
    }
    return { databaseMs: cpuOfDatabase(folder) - before };
  }

  async function walBytes(): Promise<number> {
    const found = await sql<{ bytes: number }>`
      select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`.execute(server.db);
    return found.rows[0]?.bytes ?? 0;
  }

  async function run(command: ServerCommand): Promise<object> {
    switch (command.kind) {
      case "add":
        await add(command.stations);
        return {};
      case "used":
        return { ...ownUse(), databaseMs: cpuOfDatabase(folder), walBytes: await walBytes() };
      case "stored": {
        const found = await sql<{
          stored: number;
        }>`select coalesce(sum(version), 0)::bigint as stored from station_states`.execute(server.db);
        return { stored: found.rows[0]?.stored ?? 0 };
      }
      case "errors":
        await logErrors(server.db, command.station, command.count);
        return {};
      case "restart":
        return restart();
      case "update":
        return update(command);
    }
  }

  return {
    address: address(),
    run,
    async stop(): Promise<void> {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** CPU time of this process and, of it, of its main thread; and its memory in bytes. */
function ownUse() {
  return { own: process.cpuUsage(), main: process.threadCpuUsage(), memory: process.memoryUsage.rss() };
}
