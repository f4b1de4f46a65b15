import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readPidFile } from "../server/src/platform/db/embedded/pid-file.ts";
import { childrenOf } from "../server/test/processes.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";
import { buildWeb } from "./web-build.ts";

/** CPU-bound processes for each core. Without any, the tests that run in parallel keep the machine busy. */
const LOAD = Number(process.env["START_LOAD"] ?? 0);
/** Longer than any timeout of a running server: statements 5 s, silent connections 6 s. */
const FREEZE_S = Number(process.env["START_FREEZE_S"] ?? 8);
/** The load has a lower priority, so that parallel tests can still run. */
const LOW_PRIORITY = ["nice", "-n", "5"];

test.runIf(process.platform === "linux")(
  `a first start succeeds with a database that freezes for ${FREEZE_S} s while the demo data is created, and with ${LOAD} busy processes for each core`,
  async ({ onTestFinished }) => {
    await buildWeb(() => {});
    // A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
    const home = join(tmpdir(), `groundcrew-busy-${randomUUID()}`);
    mkdirSync(home);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    onTestFinished(burnCpu());
    const product = startProduct({ ...FREE_PORTS, DATA_DIR: join(home, "data"), STATIONS: "100" });
    onTestFinished(async () => {
      product.child.kill("SIGTERM");
      await product.ended;
    });

    await expect.poll(product.output, { timeout: 120_000 }).toContain("Preparing the demo…");
    const backends = await seedingBackends(join(home, "data", "pg"));
    for (const pid of backends) process.kill(pid, "SIGSTOP");
    await sleep(FREEZE_S * 1_000);
    for (const pid of backends) process.kill(pid, "SIGCONT");

    const url = await product.ready();
    expect((await fetch(url)).status).toBe(200);
    expect(product.output()).not.toContain("Stations given new passwords");
  },
  300_000,
);

/** Overloads all cores; returns a function that ends the load. */
function burnCpu(): () => Promise<void> {
  const [program, ...args] = [...LOW_PRIORITY, process.execPath, "-e", "for (;;);"];
  const processes = Array.from({ length: LOAD * availableParallelism() }, () =>
    spawn(program, args, { stdio: "ignore" }),
  );
  return async () => {
    const ended = processes.map((child) => once(child, "close"));
    for (const child of processes) child.kill("SIGKILL");
    await Promise.all(ended);
  };
}

/** The ids of the database's backend processes. */
async function seedingBackends(data: string): Promise<number[]> {
  const backends = () => childrenOf(readPidFile(data).pid).filter(({ command }) => command.includes("[local]"));
  await expect.poll(() => backends().length, { interval: 20 }).toBeGreaterThan(0);
  return backends().map(({ pid }) => pid);
}
