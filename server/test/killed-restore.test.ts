import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startFleet } from "../../simulator/src/index.ts";
import { restoreBackup, writeBackup } from "../src/backup/index.ts";
import type { Db } from "../src/platform/db/index.ts";
import { diskStore } from "../src/platform/files/index.ts";
import { findProgress } from "../src/restores/index.ts";
import { randomRounds, RECONNECTING } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { killableServer, WITH_LINK_THREAD } from "./killable-server.ts";
import { simulated } from "./simulator.ts";
import { addStation } from "./stations.ts";

const STATIONS = 20;
const NAMES = Array.from({ length: STATIONS }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
/** Added after the backup, so that the restored database does not know it. */
const NEW = "gc-00000000fffe";

const { db, url, ownerUrl, asOwner } = await testDatabase();
const { rounds, seed, random } = randomRounds(2);

/** The stations, and how much each has reported. */
async function startStations(broker: string) {
  const reported = new Map<string, { swaps: number; errors: number }>();
  const fleet = await startFleet({
    broker,
    fleet: { v: 1, stations: [...NAMES, NEW].map((name) => simulated(name, [])) },
    log: () => {},
  });

  /** Some swaps and errors of a station. */
  function report(name: string): void {
    const counts = reported.get(name) ?? { swaps: 0, errors: 0 };
    for (let swaps = random.whole(1, 3); swaps > 0; swaps--) {
      fleet.station(name)?.swapNow();
      counts.swaps += 1;
    }
    fleet.station(name)?.reportError(`Error ${(counts.errors += 1)}`);
    reported.set(name, counts);
  }

  return {
    fleet,
    reported,
    report,
    reportAll: (times: number) => {
      for (let time = 0; time < times; time++) for (const name of [...NAMES, NEW]) report(name);
    },
  };
}

/** Swaps and errors of each station in the database: as events, in the totals, and at the end of the history. */
async function stored(db: Db) {
  const found = await sql<{ name: string; swaps: number; errors: number }>`
    select station_name as name, count(*) filter (where kind = 'swap') as swaps,
      count(*) filter (where kind = 'station_error') as errors
    from station_events group by 1 order by 1`.execute(db);
  return new Map(found.rows.map(({ name, ...counts }) => [name, counts]));
}

async function totals(db: Db) {
  const found = await sql<{ name: string; swaps: number; errors: number; history: string }>`
    select s.station_name as name, s.swaps_performed as swaps,
      (select count(distinct event_id) from station_errors e where e.station_name = s.station_name) as errors,
      (select swaps_performed || ' ' || error_count from station_history h
        where h.station_name = s.station_name order by minute desc limit 1) as history,
      (select count(*) from station_errors e where e.station_name = s.station_name) as all_errors
    from station_states s order by 1`.execute(db);
  return found.rows;
}

/** Number and checksum of all events but the answers, by what the stations have reported. */
async function checksum(db: Db) {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', station_name, event_id, kind, facts) as text from station_events
    where kind <> 'resent' order by station_name collate "C", event_id collate "C"`.execute(db);
  return {
    rows: rows.length,
    sha256: createHash("sha256")
      .update(rows.map(({ text }) => text).join("\n"))
      .digest("hex"),
  };
}

test(
  `a database restored from a backup has everything that stations reported since, once, also when the server is killed ${rounds} times meanwhile (seed ${seed})`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "restored-"));
    const server = killableServer({ DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl, DATA_DIR }, WITH_LINK_THREAD);
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const { brokerPort } = await server.start();
    const { id: org_id } = await db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
    for (const name of NAMES) await addStation(db, { name, org_id });
    const { fleet, report, reportAll, reported } = await startStations(`mqtt://127.0.0.1:${brokerPort}`);
    onTestFinished(() => fleet.stop());
    const isComplete = () => expect.poll(() => stored(db), RECONNECTING).toEqual(reported);

    // A backup while stations report.
    reportAll(3);
    const file = join(DATA_DIR, "first.backup");
    const files = diskStore(join(DATA_DIR, "images"));
    const reporting = setInterval(() => NAMES.forEach(report), 20);
    const key = { value: "k".repeat(43), isStored: false };
    await writeBackup({ file, databaseUrl: url, files, key, passphrase: null, version: "0.1.0" });
    await after(200);
    clearInterval(reporting);
    // Reported and acknowledged after it.
    await addStation(db, { name: NEW, org_id });
    reportAll(5);
    await isComplete();
    const before = await checksum(db);

    // Disaster: everything is gone, and stations go on meanwhile.
    await server.kill();
    await asOwner(sql`drop schema public cascade`);
    await asOwner(sql`create schema public`);
    const { manifest } = await restoreBackup(
      { file, passphrase: null },
      { ownerUrl, files, key: key.value, storeKey: () => {} },
    );
    const inBackup = manifest.tables.find(({ name }) => name === "station_events")?.rows ?? 0;
    expect(inBackup).toBeLessThan(before.rows);
    await server.start();
    await addStation(db, { name: NEW, org_id });

    for (let round = 0; round < rounds; round++) {
      await after(random.whole(0, 1_500));
      await server.kill();
      await server.start();
    }
    const progress = () => findProgress(db, new Date().toISOString());
    await expect
      .poll(progress, RECONNECTING)
      .toMatchObject({ answered: STATIONS + 1, waiting: 0, unable: 0, waiting_stations: [] });
    expect(await checksum(db)).toEqual(before);

    // And stations go on as before.
    reportAll(2);
    await isComplete();
    const expected = [...reported].map(([name, { swaps, errors }]) => ({
      name,
      swaps,
      errors,
      all_errors: errors,
      history: `${swaps} ${errors}`,
    }));
    await expect.poll(() => totals(db)).toEqual(expected);
  },
  Math.max(300_000, rounds * 30_000),
);
