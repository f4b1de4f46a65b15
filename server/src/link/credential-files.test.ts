import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { credentialFiles } from "./credential-files.ts";
import { hashSecret, secretMatches } from "./station-secret.ts";

const login = { user: "console", password: "server password" };
const station = { name: "gc-0123456789ab", hash: hashSecret("station secret") };

const PUBLISHED = ["birth", "death", "tele", "event", "cmd_ack", "cmd_progress", "req"];
const SUBSCRIBED = ["birth_ack", "event_ack", "cmd", "req_ack"];

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

test("the password file lists the servers and the stations, and no other file is left in the folder", async () => {
  await files().write([station]);
  const [servers = "", ...stations] = (await read("passwords")).trim().split("\n");
  expect(secretMatches(login.password, servers.replace("console:", ""))).toBe(true);
  expect(stations).toEqual([`${station.name}:${station.hash}`]);
  expect((await readdir(join(home, "mqtt"))).toSorted()).toEqual(["access", "passwords"]);
  const { mode } = await stat(join(home, "mqtt", "passwords"));
  expect(mode & 0o777).toBe(0o640);
});

test("a station with the servers' user name, or whose secret Mosquitto cannot read, is left out", async () => {
  const old = { name: "gc-old", hash: "sha256:00:00" };
  await files().write([{ ...station, name: "console" }, old]);
  expect((await read("passwords")).split("\n")).toHaveLength(2);
});

test("unchanged files are not written again, also after a restart of the server", async () => {
  await files().write([station]);
  const before = await read("passwords");
  await files().write([station]);
  expect(await read("passwords")).toBe(before);
  expect(logged).toEqual(["the credentials for the MQTT broker were written"]);
});

test("a new server password replaces the old one", async () => {
  await files().write([station]);
  const before = await read("passwords");
  const log = pino({ level: "silent" });
  const changed = { user: "console", password: "another" };
  await credentialFiles({ folder: join(home, "mqtt"), login: changed, pidFile: null, log }).write([station]);
  expect(await read("passwords")).not.toBe(before);
});

test.each([
  { pid: null, message: "the MQTT broker was not signalled to reload its credentials: it is not running" },
  { pid: "", message: "the MQTT broker was not signalled to reload its credentials: it is not running" },
  { pid: "-1", message: "the MQTT broker was not signalled to reload its credentials: it is not running" },
  { pid: "1", message: "the MQTT broker was not signalled to reload its credentials: it is not running" },
  { pid: "4194999", message: "the MQTT broker was not signalled to reload its credentials: it is not running" },
  {
    pid: String(process.pid),
    message: "the MQTT broker was not signalled to reload its credentials: it is not running",
  },
])("a broker that cannot be signalled is logged, with pid $pid", async ({ pid, message }) => {
  const pidFile = join(home, "pid");
  if (pid !== null) await writeFile(pidFile, pid);
  await files(pidFile).write([station]);
  expect(logged).toEqual(["the credentials for the MQTT broker were written", message]);
  expect(await read("passwords")).toContain(station.name);
});

test("a station may use its own topics as the protocol defines, and no others", async () => {
  await files().write([]);
  const rules = (await read("access")).split("\n").filter((line) => line.startsWith("pattern "));
  const [own, others] = [rules.filter((rule) => rule.includes("/%u/")), rules.filter((rule) => !rule.includes("/%u/"))];
  expect(others).toEqual([]);
  expect(own.filter((rule) => rule.startsWith("pattern write")).map((rule) => rule.split("/").at(-1))).toEqual(
    PUBLISHED,
  );
  expect(own.filter((rule) => rule.startsWith("pattern read")).map((rule) => rule.split("/").at(-1))).toEqual(
    SUBSCRIBED,
  );
});
