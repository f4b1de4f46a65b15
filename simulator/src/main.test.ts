import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { startBroker } from "../test/broker.ts";
import { fleetStation } from "../test/fleet-station.ts";
import { readFleet, readOptions } from "./options.ts";

const MAIN = new URL("main.ts", import.meta.url).pathname;

function start(...options: string[]) {
  const child = spawn(process.execPath, [MAIN, ...options], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const chunks: string[] = [];
  child.stdout.on("data", (text) => chunks.push(String(text)));
  child.stderr.on("data", (text) => chunks.push(String(text)));
  return { child, output: () => chunks.join(""), ended: once(child, "close") };
}

async function startOne() {
  const broker = await startBroker();
  onTestFinished(() => broker.stop());
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [fleet, state] = [join(folder, "fleet.json"), join(folder, "state.jsonl")];
  await writeFile(fleet, JSON.stringify({ v: 1, stations: [fleetStation()] }));
  const run = start("--fleet", fleet, "--state", state, "--broker", broker.url);
  await broker.until(() => broker.received.some(({ kind }) => kind === "tele"));
  return { broker, state, ...run };
}

test("it ends when its parent closes its standard input, after publishing the death messages and saving its state", async () => {
  const { broker, state, child, ended } = await startOne();
  child.stdin.end();
  expect(await ended).toStrictEqual([0, null]);
  await broker.until(() => broker.received.at(-1)?.kind === "death");
  const [counters = ""] = (await readFile(state, "utf8")).split("\n");
  expect(JSON.parse(counters)).toMatchObject({ name: fleetStation().name, boot: 1 });
});

test("it ends the same way on SIGTERM", async () => {
  const { broker, child, ended } = await startOne();
  child.kill("SIGTERM");
  expect(await ended).toStrictEqual([0, null]);
  await broker.until(() => broker.received.at(-1)?.kind === "death");
});

test.each([
  { options: [], says: "Usage: " },
  { options: ["--color", "red"], says: "--color" },
  {
    options: ["--fleet", "/nowhere/fleet.json", "--state", "/nowhere/s", "--broker", "127.0.0.1"],
    says: "not the address of an MQTT broker",
  },
])("the options $options are refused with what is wrong", ({ options, says }) => {
  expect(() => readOptions(options)).toThrow(says);
});

test("a fleet file that does not exist, or is none, is refused with what is wrong", async () => {
  await expect(readFleet("/nowhere/fleet.json")).rejects.toThrow("ENOENT");
  await expect(readFleet(MAIN)).rejects.toThrow("is not a fleet file");
});

test("called without options it says what is wrong and exits with code 1", async () => {
  const { output, ended } = start();
  expect(await ended).toStrictEqual([1, null]);
  expect(output()).toContain("Usage: ");
});
