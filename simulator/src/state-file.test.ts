import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleetStation } from "../test/fleet-station.ts";
import { openStateFile } from "./state-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "simulator-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const saved = { identity: "one", boot: 3, swaps: 1_234, cycles: fleetStation().cycles };

test("saved counters are loaded again, even after the process was killed", async () => {
  const path = join(folder, "killed");
  const store = await openStateFile(path);
  store.save("gc-a", { ...saved, swaps: 1 });
  store.save("gc-b", saved);
  store.save("gc-a", { ...saved, swaps: 2 });
  const next = await openStateFile(path);
  expect(next.load("gc-a")).toStrictEqual({ ...saved, swaps: 2 });
  expect(next.load("gc-b")).toStrictEqual(saved);
  expect(next.load("gc-c")).toBeUndefined();
  await store.close();
  await next.close();
});

test("a line that was being written when the process was killed is ignored, the others are not", async () => {
  const path = join(folder, "torn");
  const store = await openStateFile(path);
  store.save("gc-a", saved);
  await store.close();
  await appendFile(path, '{"name":"gc-a","boot":4,"sw');
  const next = await openStateFile(path);
  expect(next.load("gc-a")).toStrictEqual(saved);
  await next.close();
});

test("closing leaves one line for each station, readable only by its owner", async () => {
  const path = join(folder, "closed");
  const store = await openStateFile(path);
  for (let swaps = 0; swaps < 10; swaps++) store.save("gc-a", { ...saved, swaps });
  await store.close();
  const text = await readFile(path, "utf8");
  expect(text.split("\n")).toHaveLength(2);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("events that were acknowledged can be sent again after the process was killed, and only once for a request", async () => {
  const path = join(folder, "kept");
  const first = (await openStateFile(path)).outboxStore("gc-a");
  for (const event_id of ["one", "two", "three"]) first.add({ kind: "swap", event_id, occurred: 1, facts: {} });
  first.acknowledge(["one", "two"]);
  const resent = (facts: { events: number; complete: boolean }) =>
    ({ kind: "resent", event_id: "done", occurred: 1, facts: { request: "r1", ...facts } }) as const;

  const second = await openStateFile(path);
  second.outboxStore("gc-a").resend({ id: "r1", after: 0 }, resent);
  expect(second.outboxStore("gc-a").events.map(({ event_id }) => event_id)).toEqual(["one", "two", "done", "three"]);
  const third = await openStateFile(path);
  third.outboxStore("gc-a").acknowledge(["one", "two"]);
  await third.close();

  const fourth = (await openStateFile(path)).outboxStore("gc-a");
  fourth.resend({ id: "r1", after: 0 }, resent);
  expect(fourth.events.map(({ event_id }) => event_id)).toEqual(["done", "three"]);
  fourth.resend({ id: "r2", after: 0 }, resent);
  expect(fourth.events.map(({ event_id }) => event_id)).toEqual(["one", "two", "done", "done", "three"]);
});

test("a file that is not a state file is left as it is, and an error says so", async () => {
  const path = join(folder, "other");
  await writeFile(path, "a shopping list\n");
  await expect(openStateFile(path)).rejects.toThrow("is not a state file of the simulator");
  expect(await readFile(path, "utf8")).toBe("a shopping list\n");
});
