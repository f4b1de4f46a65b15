import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureProgram } from "../../scripts/debian-programs.ts";
import { freePort } from "./free-port.ts";
import { TEST_CA, TEST_KEY } from "./tls-proxy.ts";

const EXAMPLE = new URL("../../deploy/haproxy/haproxy.cfg", import.meta.url);
export const SERVERS = ["one", "two", "three"] as const;
export type ServerName = (typeof SERVERS)[number];

/** Where a server listens on this machine. */
export type Ports = { stations: number; console: number; ops: number };

/** Checks the example as it is, with a certificate; resolves with what HAProxy says about it. */
export async function checkExample(folder: string): Promise<string> {
  const example = await readFile(EXAMPLE, "utf8");
  const certificate = join(folder, "both.pem");
  await writeFile(certificate, `${TEST_CA}${TEST_KEY}`);
  return checkFile(
    folder,
    asAnyUser(example.replaceAll(/crt \S+/g, `crt ${certificate}`)).replaceAll("/run/haproxy", folder),
  );
}

/** Checks a configuration; resolves with what HAProxy says about it. */
export async function checkFile(folder: string, configuration: string): Promise<string> {
  const file = join(folder, "checked.cfg");
  await writeFile(file, configuration);
  const child = spawn(ensureProgram("haproxy"), ["-c", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out + errors;
}

/** A configuration without the user that Debian's package creates. */
function asAnyUser(configuration: string): string {
  return configuration.replaceAll(/^ +(user|group) haproxy\n/gm, "");
}

/** Runs HAProxy with a configuration, as its unit does; resolves when it is ready. */
export async function runHaproxy(file: string, isReady: () => Promise<boolean>) {
  const child = spawn(ensureProgram("haproxy"), ["-W", "-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "close");
  const endedEarly = ended.then(() => Promise.reject(new Error("HAProxy ended instead of starting.")));
  endedEarly.catch(() => {});
  while (!(await isReady().catch(() => false))) await Promise.race([sleep(50), endedEarly]);
  return {
    reload: () => void child.kill("SIGUSR2"),
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** HAProxy with the example, except that it listens without TLS, and where the servers are. Fewer than three servers are the first ones. */
export async function openHaproxy(folder: string, servers: readonly Ports[]) {
  const [stations, console, redirect] = [await freePort(), await freePort(), await freePort()];
  const [peers, metrics] = [await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  const socket = join(folder, "admin.sock");
  await writeFile(file, configured(await readFile(EXAMPLE, "utf8"), servers));

  function configured(example: string, all: readonly Ports[]): string {
    const lines = asAnyUser(example)
      .replace("/run/haproxy/admin.sock", socket)
      // A process may open 20,000 files on some machines.
      .replace("maxconn 50000", "maxconn 9000")
      .replace("127.0.0.1:10080", `127.0.0.1:${peers}`)
      .replace(/bind :8883 .*/, `bind 127.0.0.1:${stations}`)
      .replace(/bind :443 .*/, `bind 127.0.0.1:${console}`)
      .replace("bind :80", `bind 127.0.0.1:${redirect}`)
      .replace("127.0.0.1:8404", `127.0.0.1:${metrics}`)
      .split("\n");
    return lines.flatMap((line) => serverLine(line, all) ?? []).join("\n");
  }

  /** Asks HAProxy over its socket. */
  async function ask(command: string): Promise<string> {
    const connection = connect(socket);
    connection.write(`${command}\n`);
    return text(connection);
  }

  /** Whether a server is up, by the checks of a backend. */
  async function isUp(server: ServerName, backend: "stations" | "console" = "stations"): Promise<boolean> {
    const lines = (await ask("show stat")).split("\n").map((line) => line.split(","));
    const status = lines[0]?.indexOf("status") ?? -1;
    return lines.find(([proxy, name]) => proxy === backend && name === server)?.[status]?.startsWith("UP") ?? false;
  }

  /** The server of each station. */
  async function owners(): Promise<Map<string, ServerName>> {
    const rows = (await ask("show table stations")).matchAll(/key=(\S+) .*server_id=(\d)/g);
    return new Map(
      [...rows].flatMap(([, name = "", id]) => {
        const owner = SERVERS[Number(id) - 1];
        return owner ? [[name, owner] as const] : [];
      }),
    );
  }

  const areUp = async () =>
    (await Promise.all(SERVERS.slice(0, servers.length).flatMap((name) => [isUp(name), isUp(name, "console")]))).every(
      Boolean,
    );
  const running = await runHaproxy(file, areUp);
  return {
    /** The port for stations. */
    stations,
    metrics: `http://127.0.0.1:${metrics}/metrics`,
    url: `http://127.0.0.1:${console}`,
    isUp,
    owners,
    /** Ends all connections of stations, so that each returns to the server that its name is hashed to. */
    async rebalance(): Promise<void> {
      for (const name of SERVERS.slice(0, servers.length)) await ask(`shutdown sessions server stations/${name}`);
    },
    /** Reloads the configuration; resolves before the process from before has ended. */
    reload: () => running.reload(),
    stop: () => running.stop(),
  };
}
export type Haproxy = Awaited<ReturnType<typeof openHaproxy>>;

/** A line of the example with the ports of its server; null for a server that is not there. */
function serverLine(line: string, servers: readonly Ports[]): string | null {
  const [, name = "", port = ""] = /^ {2}server (\w+) \S+:(\d+)/.exec(line) ?? [];
  if (name === "") return line;
  const found = servers[SERVERS.findIndex((one) => one === name)];
  if (!found) return null;
  const listening = port === "1883" ? found.stations : found.console;
  const moved = line.replace(/10\.0\.0\.\d+:\d+/, `127.0.0.1:${listening}`);
  return moved.includes(" track ") ? moved : `${moved} port ${found.ops}`;
}
