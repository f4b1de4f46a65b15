import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleetStation } from "../test/fleet-station.ts";
import { openMemory } from "./state-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "simulator-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const saved = { identity: "one", boot: 3, swaps: 1_234, cycles: fleetStation().cycles };

test("what was kept is recalled, even when the process was killed", async () => {
  const path = join(folder, "killed");
  const memory = await openMemory(path);
  memory.keep("gc-a", { ...saved, swaps: 1 });
  memory.keep("gc-b", saved);
  memory.keep("gc-a", { ...saved, swaps: 2 });
  const next = await openMemory(path);
  expect(next.recall("gc-a")).toStrictEqual({ ...saved, swaps: 2 });
  expect(next.recall("gc-b")).toStrictEqual(saved);
  expect(next.recall("gc-c")).toBeUndefined();
  await memory.close();
  await next.close();
});

test("a line that was being written when the process was killed is forgotten, the others are not", async () => {
  const path = join(folder, "torn");
  const memory = await openMemory(path);
  memory.keep("gc-a", saved);
  await memory.close();
  await appendFile(path, '{"name":"gc-a","boot":4,"sw');
  const next = await openMemory(path);
  expect(next.recall("gc-a")).toStrictEqual(saved);
  await next.close();
});

test("closing leaves one line a station, readable by its owner alone", async () => {
  const path = join(folder, "closed");
  const memory = await openMemory(path);
  for (let swaps = 0; swaps < 10; swaps++) memory.keep("gc-a", { ...saved, swaps });
  await memory.close();
  const text = await readFile(path, "utf8");
  expect(text.split("\n")).toHaveLength(2);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a file that is something else is left alone, and said to be", async () => {
  const path = join(folder, "other");
  await writeFile(path, "a shopping list\n");
  await expect(openMemory(path)).rejects.toThrow("is no state file of the simulator");
  expect(await readFile(path, "utf8")).toBe("a shopping list\n");
});
