import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { copyData, embeddedData, quiet, readIds, writeOne } from "../../../../test/embedded-data.ts";
import { connectWithoutTimeouts } from "../connect.ts";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { prepareDatabase } from "../roles.ts";
import { MARK, readPidFile } from "./pid-file.ts";
import { until } from "./process.ts";
import { findPrograms } from "./programs.ts";
import { changeOwner, isRoot, runUser } from "./run-as.ts";
import { startEmbedded } from "./start.ts";

const WRITER = fileURLToPath(new URL("../../../../test/write-rows.ts", import.meta.url));
const { dataDirectory, prepared } = await embeddedData();

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

test("an empty file of a process id, as a kill leaves it, does not prevent the start", async () => {
  const dataDir = prepared();
  writeFileSync(join(dataDir, "postmaster.pid"), "");
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

test("data from before the role existed, and a copy of its folder, can be opened with the role", async () => {
  const folder = join(tmpdir(), `groundcrew-roles-${randomUUID()}`);
  const copy = `${folder}-copy`;
  onTestFinished(() => [folder, copy].forEach((each) => rmSync(each, { recursive: true, force: true })));
  const older = await openDatabase({ url: null, dataDir: folder, log: () => {} });
  const owner = connectWithoutTimeouts(older.ownerUrl);
  await migrate(older.ownerUrl);
  await sql`insert into organizations (name) values ('Harbor Air')`.execute(owner);
  await sql`drop role groundcrew_server`.execute(owner);
  await owner.destroy();
  await older.stop();
  for (const dataDir of [folder, copy]) {
    if (dataDir === copy) copyData(folder, copy);
    const database = await openDatabase({ url: null, dataDir, log: () => {} });
    await prepareDatabase(database, (line) => expect.fail(line));
    const { rows } = await sql`select name, current_user as role from organizations`.execute(database.db);
    expect(rows).toEqual([{ name: "Harbor Air", role: "groundcrew_server" }]);
    await database.stop();
  }
});
