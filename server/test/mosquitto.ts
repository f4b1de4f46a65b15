import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { ensureMosquitto } from "../../scripts/mosquitto.ts";
import { freePort } from "./free-port.ts";

const EXAMPLE = new URL("../../docs/mosquitto.conf", import.meta.url);

/** A Mosquitto with the documented configuration, whose credential folder is written by a server. */
export async function openMosquitto(folder: string) {
  // Mosquitto does not support port 0.
  const [stations, servers] = [await freePort(), await freePort()];
  const credentials = join(folder, "credentials");
  const pidFile = join(folder, "mosquitto.pid");
  const configFile = join(folder, "mosquitto.conf");
  const example = await readFile(EXAMPLE, "utf8");
  const config = example
    .replaceAll("/var/lib/groundcrew/mqtt", credentials)
    .replace("/run/mosquitto/mosquitto.pid", pidFile)
    .replace("listener 8883", `listener ${stations} 127.0.0.1`)
    .replace("listener 1883", `listener ${servers}`);
  await mkdir(credentials, { recursive: true });
  // Started as root, it would switch to a user who cannot read these files.
  await writeFile(configFile, `${config}\nuser root\nlog_dest stderr\n`);
  const { path, libraries } = ensureMosquitto();
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };

  let child: ReturnType<typeof launch> | null = null;
  const launch = () => spawn(path, ["-c", configFile], { env, stdio: ["ignore", "ignore", "pipe"] });

  async function kill(): Promise<void> {
    if (!child) return;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
    child = null;
  }

  return {
    /** The port for stations. */
    port: stations,
    /** The URL for servers. */
    url: (user: string, password: string) => `mqtt://${user}:${password}@127.0.0.1:${servers}`,
    credentials,
    pidFile,
    /** Starts Mosquitto, which accepts the clients in the credential files; the files must exist. */
    async start(): Promise<void> {
      child = launch();
      const said: string[] = [];
      for await (const line of createInterface(child.stderr)) {
        if (/mosquitto version \S+ running/.test(line)) return child.stderr.resume() && undefined;
        said.push(line);
      }
      throw new Error(`Mosquitto did not start: ${said.join("\n")}`);
    },
    /** Resolves when the credential files exist. */
    async isNotified(): Promise<void> {
      const names = () => readdir(credentials);
      // The server writes them at the end of its start, which takes half a minute on a busy machine.
      await expect.poll(names, { timeout: 120_000 }).toEqual(expect.arrayContaining(["access", "passwords"]));
    },
    kill,
  };
}
export type TestMosquitto = Awaited<ReturnType<typeof openMosquitto>>;
