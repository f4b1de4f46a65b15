import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { credentialFiles, writtenCanary } from "./credential-files.ts";
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
  const [servers = "", first, canary, ...others] = (await read("passwords")).trim().split("\n");
  expect(secretMatches(login.password, servers.replace("console:", ""))).toBe(true);
  expect(first).toBe(`${station.name}:${station.hash}`);
  expect(canary).toMatch(/^console-canary:/);
  expect(others).toEqual([]);
  expect((await readdir(join(home, "mqtt"))).toSorted()).toEqual(["access", "passwords"]);
  const { mode } = await stat(join(home, "mqtt", "passwords"));
  expect(mode & 0o777).toBe(0o640);
});

test("a station with the servers' user name, or whose secret Mosquitto cannot read, is left out", async () => {
  const old = { name: "gc-old", hash: "sha256:00:00" };
  await files().write([{ ...station, name: "console" }, { ...station, name: "console-canary" }, old]);
  expect((await read("passwords")).split("\n")).toHaveLength(3);
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

test("the password of the canary changes whenever the file does, and every server can tell it", async () => {
  const canary = () => writtenCanary({ folder: join(home, "mqtt"), login });
  expect(await canary()).toBeNull();
  const passwords = new Set<string>();
  for (const stations of [[], [station], [{ ...station, hash: hashSecret("another") }], []]) {
    await files().write(stations);
    const found = await canary();
    const line = (await read("passwords")).split("\n").find((each) => each.startsWith("console-canary:")) ?? "";
    expect(secretMatches(found?.password ?? "", line.replace("console-canary:", ""))).toBe(true);
    passwords.add(found?.password ?? "");
  }
  expect(passwords.size).toBe(3);
});
