import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@groundcrew/server";
import { demoAccounts } from "@groundcrew/server/demo";
import { hashToken, sessionCookie } from "@groundcrew/server/sessions";
import { rollUpHistory } from "@groundcrew/server/stats";
import { sql } from "kysely";
import { logErrors } from "../e2e/log-errors.ts";
import { readConfig } from "../server/src/platform/config/index.ts";
import { addStation } from "../server/test/stations.ts";
import { fillAlerts } from "./fill-alerts.ts";
import { fillDense } from "./fill-history.ts";

/*
 * The server with a large fleet in its own process, so that its CPU time is measured apart from the client's. It takes commands over
 * the channel to its parent: CPU time used, bytes to serve, stations to change, and station errors to log, or to resolve in the
 * database alone.
 */
type Command =
  | { kind: "cpu" }
  | { kind: "memory" }
  | { kind: "bytes"; bytes: string }
  | { kind: "unchanged" }
  | { kind: "change"; count: number }
  | { kind: "station"; name: string }
  | { kind: "alerts"; count: number }
  | { kind: "sessions"; count: number }
  | { kind: "people"; count: number }
  | { kind: "history"; stations: number }
  | { kind: "errors"; station: string; count: number }
  | { kind: "resolve"; station: string; count: number }
  | { kind: "stop" };

/** Built by the benchmarks that need it. */
const WEB_APP = fileURLToPath(new URL("../web/dist", import.meta.url));

// After a kill, the folder and the ports are those of the process before.
const [stations = "10000", folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`), PORT = "0", MQTT_PORT = "0"] =
  process.argv.slice(2);
const system = await startServer(
  readConfig({
    PORT,
    OPS_PORT: "0",
    MQTT_PORT,
    DATA_DIR: folder,
    STATIONS: stations,
    LOG_LEVEL: "error",
    WEBHOOK_ALLOW_PRIVATE: "1",
  }),
  () => {},
  existsSync(WEB_APP) ? WEB_APP : null,
);

let served = Buffer.alloc(0);
/** Sends bytes from memory: the least that a response of their size can cost. */
const memory = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": served.length }).end(served);
});
memory.listen(0, "127.0.0.1");

/** Responds to every request with 304: the least that a conditional request can cost. */
const unchanged = createServer((_, response) => response.writeHead(304, { etag: '"1"' }).end());
unchanged.listen(0, "127.0.0.1");

process.on("message", (command: Command) => void run(command).then((reply) => process.send?.(reply)));
process.send?.({ url: system.url, brokerUrl: system.brokerUrl, fleetFile: system.fleetFile, folder });

async function run(command: Command): Promise<object> {
  switch (command.kind) {
    case "cpu":
      return process.cpuUsage();
    case "memory":
      return { resident: process.memoryUsage.rss(), highest: process.resourceUsage().maxRSS * 1_024 };
    case "bytes":
      served = Buffer.from(command.bytes, "base64");
      return { url: `http://127.0.0.1:${portOf(memory.address())}` };
    case "unchanged":
      return { url: `http://127.0.0.1:${portOf(unchanged.address())}` };
    case "change": {
      await sql`
        update stations set description = 'changed at ' || clock_timestamp()::time(0)
        where name in (select name from stations where retired is null order by name limit ${command.count})`.execute(
        system.db,
      );
      return {};
    }
    case "station": {
      const { rows } = await sql<{ id: number }>`select id from organizations where is_provider`.execute(system.db);
      await addStation(system.db, { name: command.name, org_id: rows[0]?.id ?? 0 });
      return {};
    }
    case "sessions":
      return { cookies: await openSessions(command.count) };
    case "people":
      return { emails: await addPeople(command.count) };
    case "alerts":
      await fillAlerts(system.db, command.count);
      return {};
    case "history":
      return { stations: await fillHistory(command.stations) };
    case "errors":
      await logErrors(system.db, command.station, command.count);
      return {};
    case "resolve": {
      const startMs = performance.now();
      const { numAffectedRows } = await sql`
        update station_errors set time_handled = now(), solution = 'Gripper replaced'
        where id in (
          select id from station_errors where station_name = ${command.station} and time_handled is null
          order by time_logged desc limit ${command.count}
        )`.execute(system.db);
      const ms = performance.now() - startMs;
      if (numAffectedRows !== BigInt(command.count)) throw new Error(`Only ${numAffectedRows} errors were resolved.`);
      return { ms };
    }
    case "stop":
      memory.close();
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
      process.once("disconnect", () => process.exit());
      return {};
  }
}

/** Gives the first stations two years of history, and returns their names once it is rolled up. */
async function fillHistory(count: number): Promise<string[]> {
  // One after the other, because the server's connections limit how long a statement takes.
  for (let skip = 0; skip < count; skip += 1) await fillDense(system.db, { stations: 1, skip, now: Date.now() });
  await rollUpHistory(system.db);
  await sql`analyze station_history, station_history_rollups, station_history_spans`.execute(system.db);
  const { rows } = await sql<{ name: string }>`select name from stations order by name limit ${count}`.execute(
    system.db,
  );
  return rows.map(({ name }) => name);
}

async function addPeople(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
  await sql`
    insert into users (email, org_id, password_hash)
    select added, admin.org_id, admin.password_hash
    from unnest(${emails}::text[]) added, (select org_id, password_hash from users where email = ${demoAccounts[0]?.email}) admin`.execute(
    system.db,
  );
  return emails;
}

/** As many as a user may have open event streams. */
const SESSIONS_OF_A_USER = 20;

async function openSessions(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  for (let at = 0; at < count; at += SESSIONS_OF_A_USER) {
    const hashes = tokens.slice(at, at + SESSIONS_OF_A_USER).map(hashToken);
    await sql`
      with viewer as (
        insert into users (email, org_id)
        select ${`${randomUUID()}@example.com`}, id from organizations where is_provider returning id
      )
      insert into sessions (token_hash, user_id, expires)
      select hash, viewer.id, now() + interval '1 day' from viewer, unnest(${hashes}::bytea[]) hash`.execute(system.db);
  }
  const { name } = sessionCookie(system.url);
  return tokens.map((token) => `${name}=${token}`);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
