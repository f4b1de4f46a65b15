import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { embeddedData, quiet, readIds } from "../../../../test/embedded-data.ts";
import { readPidFile } from "./pid-file.ts";
import { until } from "./process.ts";
import { startEmbedded } from "./start.ts";

const { dataDirectory, prepared } = await embeddedData();

test("a second start continues with the same data, which is in use until the stop", async () => {
  const dataDir = prepared();
  const server = await startEmbedded({ dataDir, log: quiet, durable: true });
  expect(await readIds(server.url)).toEqual([1]);
  const refused = startEmbedded({ dataDir, log: quiet, durable: true });
  await expect(refused).rejects.toThrow(
    /^The data in .* is in use by another running Groundcrew \(database process \d+\)/,
  );
  await server.stop();
  await (await startEmbedded({ dataDir, log: quiet, durable: true })).stop();
});

test("a killed server is restarted at the same address without data loss", async () => {
  const dataDir = prepared();
  const logged: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => logged.push(line), durable: true });
  const { pid } = readPidFile(dataDir);
  process.kill(pid, "SIGKILL");
  expect(await until(() => readPidFile(dataDir).pid !== pid && readPidFile(dataDir).isReady, 120_000)).toBe(true);
  expect(await readIds(server.url)).toEqual([1]);
  expect(logged).toContainEqual(expect.stringContaining("ended unexpectedly (exit SIGKILL). Starting it again."));
  await server.stop();
  expect(readPidFile(dataDir).pid).toBe(0);
});

test("a folder with other contents is not changed", async () => {
  const dataDir = dataDirectory();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "letter.txt"), "dear");
  await expect(startEmbedded({ dataDir, log: quiet, durable: true })).rejects.toThrow("so it was left alone");
  expect(readdirSync(dataDir)).toEqual(["letter.txt"]);
});

test("data of another major version is refused with instructions", async () => {
  const dataDir = prepared();
  const version = readFileSync(join(dataDir, "PG_VERSION"), "utf8");
  writeFileSync(join(dataDir, "PG_VERSION"), "16\n");
  await expect(startEmbedded({ dataDir, log: quiet, durable: true })).rejects.toThrow("was made by PostgreSQL 16");
  writeFileSync(join(dataDir, "PG_VERSION"), version);
});

test("the incomplete folder of a killed start is removed, and temporary data is deleted by the stop", async () => {
  const dataDir = dataDirectory();
  const half = `${dataDir}.init-abc123`;
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, "PG_VERSION"), "18\n");
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  expect([existsSync(half), existsSync(dataDir)]).toEqual([false, true]);
  await server.stop();
  expect(readdirSync(dirname(dataDir))).toEqual([]);
});
