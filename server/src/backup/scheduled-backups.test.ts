import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listBackups } from "@groundcrew/shared/backups";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { pino } from "pino";
import { register } from "prom-client";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { callsRig } from "../../test/calls-rig.ts";
import { backupRoutes, insertBackup, startScheduledBackups, verifyBackup, watchBackups } from "./index.ts";
import { backUpWhenDue } from "./scheduled-backups.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
let now: number;
let settings: { folder: string; everyMs: number; timeOfDayMs: number; keep: number };
let failure: string | null;

const backup: Parameters<typeof backupRoutes>[1]["backup"] = { passphrase: null, schedule: null };
const rig = await callsRig({
  now: () => now,
  add: ({ app, db }) => backupRoutes(app, { db, backup, now: () => now }),
});
const { db } = rig;

beforeEach(() => {
  now = START;
  failure = null;
  const home = mkdtempSync(join(tmpdir(), "scheduled-"));
  settings = { folder: join(home, "backups"), everyMs: DAY_MS, timeOfDayMs: 2 * HOUR_MS, keep: 2 };
  restart();
  onTestFinished(() => rmSync(home, { recursive: true }));
});
afterEach(() => sql`delete from backups`.execute(db));

const files = {
  get: async () => {
    if (failure !== null) throw new Error(failure);
    return null;
  },
};

function options() {
  const key = { value: "k".repeat(43), isStored: false };
  const source = { databaseUrl: rig.url, files, key, passphrase: null, version: "0.1.0" };
  return { settings, source, db, now: () => now, log: pino({ level: "silent" }) };
}

const signal = new AbortController().signal;
let work: () => Promise<void>;
const found = () => readdirSync(settings.folder).toSorted();

/** A server that has not made a backup yet. */
function restart(): void {
  const backUp = backUpWhenDue(options());
  work = () => backUp(signal);
}

async function listed() {
  const reply = await rig.call("admin", "/backups");
  return listBackups.replies[200].parse(reply.json());
}

/** An image, so that the image store is asked. */
async function addImage(): Promise<void> {
  const { name } = await db.selectFrom("stations").select("name").orderBy("name").limit(1).executeTakeFirstOrThrow();
  const at = new Date(START).toISOString();
  const row = {
    station_name: name,
    camera_id: "cam0",
    file: "0".repeat(32),
    bytes: 8,
    requested: at,
    last_modified: at,
  };
  await db
    .insertInto("camera_images")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

test("a backup is made at once, and then every day at its time; the newest ones are kept", async () => {
  await work();
  await work();
  expect(found()).toEqual(["groundcrew-2026-03-01T120000Z.backup"]);
  await verifyBackup({ file: join(settings.folder, "groundcrew-2026-03-01T120000Z.backup"), passphrase: null });
  now = Date.parse("2026-03-02T01:59:59.000Z");
  await work();
  expect(found()).toHaveLength(1);
  for (const day of [2, 3]) {
    now = Date.parse(`2026-03-0${day}T02:00:30.000Z`);
    await work();
  }
  expect(found()).toEqual(["groundcrew-2026-03-02T020030Z.backup", "groundcrew-2026-03-03T020030Z.backup"]);
  expect((await listed()).backups.map(({ taken, failure }) => [taken, failure])).toEqual([
    ["2026-03-03T02:00:30.000Z", null],
    ["2026-03-02T02:00:30.000Z", null],
    ["2026-03-01T12:00:00.000Z", null],
  ]);
});

test("files that are not backups of this database stay, and what a killed backup has left does not", async () => {
  settings = { ...settings, keep: 1 };
  restart();
  await work();
  const others = ["groundcrew-2020-01-01T020000Z.backup", "mine.backup", "notes.part"];
  for (const name of others) writeFileSync(join(settings.folder, name), "");
  writeFileSync(join(settings.folder, "groundcrew-2026-03-01T020000Z.backup.0123abcd.part"), "");
  now += DAY_MS;
  await work();
  expect(found()).toEqual([others[0], "groundcrew-2026-03-02T120000Z.backup", ...others.slice(1)]);
});

test("a failure is recorded and tried again a quarter of an hour later, and leaves no file", async () => {
  await addImage();
  failure = "The image store cannot be reached.";
  await expect(work()).rejects.toThrow(failure);
  await work();
  expect(found()).toEqual([]);
  expect((await listed()).backups).toMatchObject([{ bytes: null, failure, is_scheduled: true }]);
  failure = null;
  now += 15 * MINUTE_MS;
  await work();
  expect(found()).toHaveLength(1);
});

test("a failure that cannot be recorded is still reported with its own reason", async () => {
  await addImage();
  failure = "The image store cannot be reached.";
  await refuseRecords();
  await expect(work()).rejects.toThrow(failure);
});

test("a backup that cannot be recorded is recorded later, and no other one is made before", async () => {
  const allowRecords = await refuseRecords();
  await expect(work()).rejects.toThrow("no_records");
  now += DAY_MS;
  await expect(work()).rejects.toThrow("no_records");
  expect(found()).toEqual(["groundcrew-2026-03-01T120000Z.backup"]);
  await allowRecords();
  await work();
  expect(found()).toHaveLength(1);
  await work();
  expect(found()).toHaveLength(2);
  expect((await listed()).backups.map(({ taken }) => taken)).toEqual([
    "2026-03-02T12:00:00.000Z",
    "2026-03-01T12:00:00.000Z",
  ]);
});

/** Makes every record of a backup fail, until the returned function is called or the test ends. */
async function refuseRecords(): Promise<() => Promise<void>> {
  await rig.asOwner(sql`alter table backups add constraint no_records check (false) not valid`);
  const allowRecords = () => rig.asOwner(sql`alter table backups drop constraint if exists no_records`);
  onTestFinished(allowRecords);
  return allowRecords;
}

test("a server that stops ends its backup, which is neither complete nor a failure", async () => {
  const stopping = new AbortController();
  stopping.abort();
  await backUpWhenDue(options())(stopping.signal);
  expect(found()).toEqual([]);
  expect((await listed()).backups).toEqual([]);
});

test("the server that does the regular work makes them without being asked", async () => {
  const part = startScheduledBackups(options());
  await expect.poll(async () => (await listed()).backups).toHaveLength(1);
  await part.stop();
});

test("admins see the schedule, when the next backup is due, and the last ones", async () => {
  expect(await listed()).toEqual({ schedule: null, next: null, backups: [] });
  backup.schedule = settings;
  const { folder } = settings;
  const schedule = { folder, every_minutes: 1_440, time: "02:00", keep: 2, is_encrypted: false };
  expect(await listed()).toEqual({ schedule, next: "2026-03-01T12:00:00.000Z", backups: [] });
  await work();
  const at = "2026-03-01T13:00:00.000Z";
  const manual = { taken: at, finished: at, file: "/mine.backup", bytes: 5, failure: null, is_scheduled: false };
  await insertBackup(db, manual);
  const { next, backups } = await listed();
  expect(next).toBe("2026-03-02T02:00:00.000Z");
  expect(backups).toEqual([manual, expect.objectContaining({ is_scheduled: true })]);
});

test("metrics have the age of the newest complete backup and the interval", async () => {
  const watching = watchBackups({ db, schedule: settings, now: () => now });
  const value = async (name: string) =>
    (await register.getSingleMetric(`groundcrew_backup_${name}`)?.get())?.values[0]?.value;
  expect(await value("age_seconds")).toBe(Infinity);
  expect(await value("interval_seconds")).toBe(86_400);
  await work();
  now += HOUR_MS;
  expect(await value("age_seconds")).toBe(3_600);
  expect(await value("size_bytes")).toBeGreaterThan(1_000);
  await watching.stop();
});
