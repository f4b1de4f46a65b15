import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { canMount, mountDisk } from "../server/test/small-disk.ts";

const MODULE = new URL("memory-folder.ts", import.meta.url).href;
const isInMemory = process.env["TMPDIR"]?.startsWith("/dev/shm/") === true;

/** A process with a temporary folder, which runs until its standard input ends. */
async function startRun() {
  const code = `
    const { temporaryFolder } = await import(${JSON.stringify(MODULE)});
    console.log(temporaryFolder());
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const [folder] = await once(createInterface({ input: child.stdout }), "line");
  return {
    folder: String(folder),
    async end(): Promise<void> {
      child.stdin.end();
      await ended;
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

test.runIf(isInMemory)("each run has a folder in memory, which is deleted when it ends", async () => {
  const runs = [await startRun(), await startRun()];
  expect(new Set(runs.map(({ folder }) => folder)).size).toBe(2);
  expect(runs.filter(({ folder }) => !existsSync(folder))).toEqual([]);
  for (const run of runs) await run.end();
  expect(runs.filter(({ folder }) => existsSync(folder))).toEqual([]);
});

test.runIf(isInMemory)("the folder of a run that was killed is deleted by the next one", async () => {
  const killed = await startRun();
  await killed.kill();
  expect(existsSync(killed.folder)).toBe(true);
  const next = await startRun();
  expect(existsSync(killed.folder)).toBe(false);
  await next.end();
});

test.runIf(isInMemory && canMount())(
  "a small disk that a killed run mounted is unmounted and deleted too",
  async () => {
    const killed = await startRun();
    mountDisk(join(killed.folder, "disk"), 1);
    await killed.kill();
    const next = await startRun();
    expect(existsSync(killed.folder)).toBe(false);
    await next.end();
  },
);

test.runIf(isInMemory)(
  "the folder of a run in another container, whose processes it does not see, is kept",
  async () => {
    const other = `/dev/shm/groundcrew-test-run-1-${2 ** 22 + 1}-abcdef`;
    mkdirSync(other);
    onTestFinished(() => rmdirSync(other));
    await (await startRun()).end();
    expect(existsSync(other)).toBe(true);
  },
);
