import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fleetFile } from "@groundcrew/simulator/model";
import { startFleet } from "@groundcrew/simulator";
import { expect } from "@playwright/test";
import { signalDatabase } from "../server/test/embedded-server.ts";

const PROGRAM = fileURLToPath(new URL("server-process.ts", import.meta.url));

export type PausableServer = Awaited<ReturnType<typeof startPausableServer>>;

/** A server and a small fleet. The processes of the server and of its PostgreSQL can be paused and resumed. */
export async function startPausableServer() {
  const dataDir = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  const { child, ended, url, brokerUrl } = await startServerProcess({ DATA_DIR: dataDir, STATIONS: "12" });
  const file = fleetFile.parse(JSON.parse(await readFile(join(dataDir, "fleet.json"), "utf8")));
  const fleet = await startFleet({ broker: brokerUrl, fleet: file, log: () => {} });

  const signal = {
    server: (name: "SIGSTOP" | "SIGCONT") => void child.kill(name),
    database: (name: "SIGSTOP" | "SIGCONT") => signalDatabase(dataDir, name),
  };

  return {
    url,
    /** A station that is reporting and doesn't disconnect on its own. */
    async steadyStation(): Promise<string> {
      const steady = () =>
        file.stations.find(({ name, behaviour }) => behaviour.link === "steady" && fleet.station(name)?.isReporting());
      await expect.poll(() => steady()?.name).toBeDefined();
      return steady()?.name ?? "";
    },
    pause: (part: keyof typeof signal) => signal[part]("SIGSTOP"),
    resume: (part: keyof typeof signal) => signal[part]("SIGCONT"),
    async stop(): Promise<void> {
      for (const resume of Object.values(signal)) resume("SIGCONT");
      await fleet.stop();
      child.stdin.end();
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server with the console in a process of its own, on free ports unless `env` names them. */
export async function startServerProcess(env: Record<string, string>) {
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...ports, LOG_LEVEL: "fatal", ...env },
  });
  const ended = once(child, "close");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, brokerUrl }: { url: string; brokerUrl: string } = JSON.parse(String(line));
  return { child, ended, url, brokerUrl };
}
