import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { connect } from "../connect.ts";
import { MARK, readPidFile } from "./pid-file.ts";
import { findPrograms } from "./programs.ts";
import { changeOwner, isRoot, runUser } from "./run-as.ts";
import { startEmbedded } from "./start.ts";
import { until } from "./process.ts";

// Not a mkdtemp folder: with its mode 0700, every test run as root would use a data directory outside of it.
const home = join(tmpdir(), `groundcrew-launcher-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const WRITER = fileURLToPath(new URL("../../../test/write-rows.ts", import.meta.url));
const quiet = () => {};

function dataDirectory(): string {
  return join(home, randomUUID(), "pg");
}

async function readIds(url: string): Promise<number[]> {
  const db = connect(url, quiet);
  const found = await sql<{ id: number }>`select id from marks order by id`.execute(db);
  await db.destroy();
  return found.rows.map(({ id }) => id);
}

async function writeOne(url: string): Promise<void> {
  const db = connect(url, quiet);
  await sql`create table marks as select 1 as id`.execute(db);
  await db.destroy();
}

// Made once and copied, because a new data directory takes seconds.
const original = dataDirectory();
const first = await startEmbedded({ dataDir: original, log: quiet, durable: true });
await writeOne(first.url);
await first.stop();

/** A data directory with one row, and no running server. */
function prepared(): string {
  const dataDir = dataDirectory();
  copyData(original, dataDir);
  return dataDir;
}

function copyData(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  expect(spawnSync("cp", ["-a", from, to]).status).toBe(0);
}

/** A server without a parent, as a killed parent without a watchdog leaves it. */
async function leftover(dataDir: string, ...flags: string[]) {
  const runAs = runUser(dataDir);
  const { bin } = await findPrograms(runAs, quiet);
  // Short, because socket paths are limited to about 104 bytes.
  const sockets = mkdtempSync(join(tmpdir(), "s"));
  onTestFinished(() => rmSync(sockets, { recursive: true, force: true }));
  changeOwner(sockets, runAs);
  const settings = ["-c", `unix_socket_directories=${sockets}`, "-c", "listen_addresses="];
  const child = spawn(join(bin, "postgres"), ["-D", dataDir, ...flags, ...settings], { ...runAs, stdio: "ignore" });
  const ended = once(child, "close");
  expect(await until(() => readPidFile(dataDir).pid === child.pid && readPidFile(dataDir).isReady, 120_000)).toBe(true);
  return { child, ended };
}

test("a second start continues with the same data", async () => {
  const dataDir = prepared();
  const server = await startEmbedded({ dataDir, log: quiet, durable: true });
  expect(await readIds(server.url)).toEqual([1]);
  await server.stop();
});

test("a data folder in use is refused, and available again after the stop", async () => {
  const dataDir = prepared();
  const server = await startEmbedded({ dataDir, log: quiet, durable: true });
  const refused = startEmbedded({ dataDir, log: quiet, durable: true });
  await expect(refused).rejects.toThrow(
    /^The data in .* is in use by another running Groundcrew \(database process \d+\)/,
  );
  await server.stop();
  await (await startEmbedded({ dataDir, log: quiet, durable: true })).stop();
});

test("killing the program with kill -9 stops its database and loses no committed row", async () => {
  const dataDir = dataDirectory();
  const writer = spawn(process.execPath, [WRITER, dirname(dataDir)], { stdio: ["ignore", "pipe", "inherit"] });
  const committed: number[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    committed.push(Number(line));
    if (committed.length === 50) writer.kill("SIGKILL");
  }
  const server = await startEmbedded({ dataDir, log: quiet, durable: true });
  const found = await readIds(server.url);
  await server.stop();
  expect(committed.length).toBeGreaterThanOrEqual(50);
  expect(found).toEqual(expect.arrayContaining(committed));
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

test("a server that an earlier run left behind is stopped, and its data taken over", async () => {
  const dataDir = prepared();
  const orphan = await leftover(dataDir, "-c", MARK);
  const logged: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => logged.push(line), durable: true });
  await orphan.ended;
  expect(logged).toContainEqual(expect.stringContaining(`process ${orphan.child.pid}`));
  expect(await readIds(server.url)).toEqual([1]);
  await server.stop();
});

test("a server that someone else runs on the data is not touched", async () => {
  const dataDir = prepared();
  const foreign = await leftover(dataDir);
  await expect(startEmbedded({ dataDir, log: quiet, durable: true })).rejects.toThrow(
    `in use by a PostgreSQL that this program did not start (process ${foreign.child.pid})`,
  );
  expect(foreign.child.exitCode).toBeNull();
  foreign.child.kill("SIGINT");
  await foreign.ended;
});

test("a process id that now belongs to another program does not prevent the start", async () => {
  const dataDir = prepared();
  const lines = [process.pid, dataDir, 1, 5432, "/nowhere", "", "1 1", "ready"];
  writeFileSync(join(dataDir, "postmaster.pid"), lines.join("\n"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: true });
  expect(await readIds(server.url)).toEqual([1]);
  await server.stop();
});

test("a copy of the data starts beside the server it was copied from, and touches neither that server nor its socket", async () => {
  const dataDir = prepared();
  const live = await startEmbedded({ dataDir, log: quiet, durable: true });
  const { pid } = readPidFile(dataDir);
  const copy = dataDirectory();
  copyData(dataDir, copy);
  const started = await startEmbedded({ dataDir: copy, log: quiet, durable: true });
  expect(await readIds(started.url)).toEqual([1]);
  await started.stop();
  expect(readPidFile(dataDir).pid).toBe(pid);
  expect(await readIds(live.url)).toEqual([1]);
  await live.stop();
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

test("the incomplete folder of a killed start is removed", async () => {
  const dataDir = dataDirectory();
  const half = `${dataDir}.init-abc123`;
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, "PG_VERSION"), "18\n");
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  expect(existsSync(half)).toBe(false);
  await server.stop();
});

test("temporary data is deleted by the stop", async () => {
  const dataDir = dataDirectory();
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  expect(existsSync(dataDir)).toBe(true);
  await server.stop();
  expect(readdirSync(dirname(dataDir))).toEqual([]);
});

test("data below a folder that only its owner may enter works, and temporary data there is deleted completely", async () => {
  const closed = mkdtempSync(join(tmpdir(), "groundcrew-closed-"));
  const server = await startEmbedded({ dataDir: join(closed, "pg"), log: quiet, durable: false });
  await writeOne(server.url);
  expect(await readIds(server.url)).toEqual([1]);
  await server.stop();
  expect(readdirSync(closed)).toEqual([]);
  rmSync(closed, { recursive: true });
  expect(spawnSync("ls", ["/var/lib/groundcrew"], { encoding: "utf8" }).stdout).not.toContain(closed.slice(-6));
});

test.runIf(isRoot)("a copy of the link to data that lies elsewhere is refused while that data is in use", async () => {
  const [closed, copy] = [mkdtempSync(join(tmpdir(), "groundcrew-closed-")), join(tmpdir(), `copy-${randomUUID()}`)];
  const live = await startEmbedded({ dataDir: join(closed, "pg"), log: quiet, durable: false });
  await writeOne(live.url);
  expect(spawnSync("cp", ["-a", closed, copy]).status).toBe(0);
  const refused = startEmbedded({ dataDir: join(copy, "pg"), log: quiet, durable: false });
  await expect(refused).rejects.toThrow("is in use by another running Groundcrew");
  expect(await readIds(live.url)).toEqual([1]);
  await live.stop();
  for (const folder of [closed, copy]) rmSync(folder, { recursive: true });
});
