import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";

const START = fileURLToPath(new URL("../scripts/start.ts", import.meta.url));
const STARTED = { timeout: 150_000 };

/** The whole product as `npm start` runs it: a process of its own, on free ports and data of its own. */
export async function startProduct() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "groundcrew-e2e-"));
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
  const env = { ...ports, PATH: process.env["PATH"], DATA_DIR, STATIONS: "6" };
  const child = spawn(process.execPath, [START], { env });
  const ended = once(child, "close");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      said += chunk;
    });
  }
  await expect.poll(() => said, STARTED).toMatch(/is ready after .*\n[^]*Ctrl-C/);
  return {
    url: /http:\/\/\S+/.exec(said)?.[0] ?? "",
    /** Stops it without ending it, or lets it go on. */
    signal: (signal: "SIGSTOP" | "SIGCONT") => child.kill(signal),
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}
