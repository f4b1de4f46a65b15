import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { credentialFiles } from "./credential-files.ts";
import { hashSecret, secretMatches } from "./station-secret.ts";

const login = { user: "console", password: "of the servers" };
const station = { name: "gc-0123456789ab", hash: hashSecret("of a station") };

const SAYS = ["birth", "death", "tele", "event", "cmd_ack", "cmd_progress", "req"];
const HEARS = ["birth_ack", "event_ack", "cmd", "req_ack"];

let home: string;
let logged: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "credentials-"));
  logged = [];
});
afterEach(() => rm(home, { recursive: true, force: true }));

function files(pidFile: string | null = null) {
  const log = pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  return credentialFiles({ folder: join(home, "mqtt"), login, pidFile, log });
}
const read = (name: string) => readFile(join(home, "mqtt", name), "utf8");

test("the password file names the servers and the stations, and nothing else is left in the folder", async () => {
  await files().write([station]);
  const [servers = "", ...stations] = (await read("passwords")).trim().split("\n");
  expect(secretMatches(login.password, servers.replace("console:", ""))).toBe(true);
  expect(stations).toEqual([`${station.name}:${station.hash}`]);
  expect((await readdir(join(home, "mqtt"))).toSorted()).toEqual(["access", "passwords"]);
  const { mode } = await stat(join(home, "mqtt", "passwords"));
  expect(mode & 0o777).toBe(0o640);
});

test("a station that is called like the servers, or whose secret Mosquitto cannot read, is left out", async () => {
  const old = { name: "gc-old", hash: "sha256:00:00" };
  await files().write([{ ...station, name: "console" }, old]);
  expect((await read("passwords")).split("\n")).toHaveLength(2);
});

test("files that are right are left alone, also by a server that starts anew", async () => {
  await files().write([station]);
  const before = await read("passwords");
  await files().write([station]);
  expect(await read("passwords")).toBe(before);
  expect(logged).toEqual(["the credentials for the MQTT broker were written"]);
});

test("a new password of the servers replaces the old one", async () => {
  await files().write([station]);
  const before = await read("passwords");
  const log = pino({ level: "silent" });
  const changed = { user: "console", password: "another" };
  await credentialFiles({ folder: join(home, "mqtt"), login: changed, pidFile: null, log }).write([station]);
  expect(await read("passwords")).not.toBe(before);
});

test.each([
  { pid: null, told: "the MQTT broker was not told of new credentials: it does not run" },
  { pid: "", told: "the MQTT broker was not told of new credentials: it does not run" },
  { pid: "-1", told: "the MQTT broker was not told of new credentials: it does not run" },
  { pid: "1", told: "the MQTT broker was not told of new credentials: it does not run" },
  { pid: "4194999", told: "the MQTT broker was not told of new credentials: it does not run" },
  { pid: String(process.pid), told: "the MQTT broker was not told of new credentials: it does not run" },
])("a broker that cannot be told, with the pid $pid, is logged and harms nothing", async ({ pid, told }) => {
  const pidFile = join(home, "pid");
  if (pid !== null) await writeFile(pidFile, pid);
  await files(pidFile).write([station]);
  expect(logged).toEqual(["the credentials for the MQTT broker were written", told]);
  expect(await read("passwords")).toContain(station.name);
});

test("a station may do in its own branch what the protocol says and nothing else", async () => {
  await files().write([]);
  const rules = (await read("access")).split("\n").filter((line) => line.startsWith("pattern "));
  const [own, others] = [rules.filter((rule) => rule.includes("/%u/")), rules.filter((rule) => !rule.includes("/%u/"))];
  expect(others).toEqual([]);
  expect(own.filter((rule) => rule.startsWith("pattern write")).map((rule) => rule.split("/").at(-1))).toEqual(SAYS);
  expect(own.filter((rule) => rule.startsWith("pattern read")).map((rule) => rule.split("/").at(-1))).toEqual(HEARS);
});
