import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restoreBackup, verifyBackup, writeBackup } from "@groundcrew/server/backup";
import { openDatabase } from "@groundcrew/server/platform/db";
import { everyTenant } from "@groundcrew/server/platform/db/connect";
import { diskStore, newFileName } from "@groundcrew/server/platform/files";
import { secondsToCopy, tableBytes } from "./copy-limit.ts";
import { fillFleet } from "./fill-history.ts";
import { circumstances, fleetOptions, numberOption } from "./fleet.ts";
import { goal } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem } from "./system.ts";

/*
 * A backup of an installation, its verification, and its restoration into a new embedded database. Every station has an image and a history of
 * so many days. The fleet reports to a system on the same machine while the backup is made, and not afterwards: what is restored is what has
 * been lost. The limit of a restoration is initializing a database and copying as many bytes as the tables have into one table.
 *
 * node bench/restore.ts [--stations 1000] [--days 30] [--quiet]
 */
const fleet = fleetOptions(1_000);
const DAYS = numberOption("days", 30);
const GOAL = { stations: 1_000, days: 30, seconds: 600 } as const;
const IMAGE = Buffer.alloc(100_000, "image ");
const now = Date.now();

const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
mkdirSync(folder);
const source = { file: join(folder, "groundcrew.backup"), passphrase: null };
try {
  console.log(circumstances(fleet));
  const tables = await measureBackup();
  await measureRestoration(tables);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Fills a database and backs it up. Returns the bytes of its tables. */
async function measureBackup(): Promise<number> {
  const database = await openOwnDatabase();
  try {
    const filled = { stations: fleet.stations, organizations: Math.ceil(fleet.stations / 50), days: DAYS, now };
    await fillFleet(database.ownerUrl, filled, console.log);
    const files = diskStore(join(folder, "images"));
    const db = everyTenant(database.db);
    const at = new Date(now).toISOString();
    for (const { name } of await db.selectFrom("stations").select("name").execute()) {
      const file = newFileName();
      await files.put(file, IMAGE);
      const row = {
        station_name: name,
        camera_id: "cam0",
        file,
        bytes: IMAGE.length,
        requested: at,
        last_modified: at,
      };
      await db.insertInto("camera_images").values(row).execute();
    }
    const bytes = await tableBytes(database.db);
    console.log(`${fleet.stations} stations, ${DAYS} days: tables ${megabytes(bytes)}\n`);
    console.log("| work | time | goal |\n|---|---|---|");
    const key = { value: "k".repeat(43), isStored: true };
    await besideSystem(fleet, async () => {
      const { seconds, result } = await timed(() =>
        writeBackup({ ...source, databaseUrl: database.url, files, key, version: "bench" }),
      );
      console.log(`| backup of ${megabytes(result.bytes)} | ${seconds.toFixed(1)} s | |`);
    });
    return bytes;
  } finally {
    await database.stop();
  }
}

async function measureRestoration(bytes: number): Promise<void> {
  const verified = await timed(() => verifyBackup(source));
  console.log(`| verify | ${verified.seconds.toFixed(1)} s | |`);
  const startMs = performance.now();
  const database = await openDatabase({ url: null, dataDir: join(folder, "data"), log: console.log });
  const files = diskStore(join(folder, "restored"));
  try {
    await restoreBackup(source, { ownerUrl: database.ownerUrl, files, key: null, storeKey: () => {} });
    const seconds = (performance.now() - startMs) / 1_000;
    const isOfGoal = fleet.stations === GOAL.stations && DAYS === GOAL.days;
    const judged = isOfGoal ? goal(`${GOAL.seconds} s`, seconds <= GOAL.seconds) : "";
    console.log(`| restore into a new database | ${seconds.toFixed(1)} s | ${judged} |`);
    const limit = await secondsToCopy(bytes);
    console.log(`| limit: initdb, and COPY of the same bytes | ${limit.toFixed(1)} s | |`);
  } finally {
    await database.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startMs = performance.now();
  const result = await work();
  return { seconds: (performance.now() - startMs) / 1_000, result };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
