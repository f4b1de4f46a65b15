import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { Cmd } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertAct } from "../src/bulk-acts/queries.ts";
import { queueStations } from "../src/bulk-acts/take-many-images.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { imageFile, upload, uploadsOf } from "./camera-rig.ts";
import { randomRounds, RECONNECTING } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { openFakeStation, type FakeStation } from "./fake-station.ts";
import { killableServer } from "./killable-server.ts";
import { addEachStation } from "./stations.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const { rounds, seed, random } = randomRounds(3);
/** Stations of an act: fewer where servers are killed a few times only. */
const STATIONS = rounds > 10 ? 500 : 60;
const names = Array.from({ length: STATIONS }, (_, nth) => `gc-${String(nth).padStart(12, "0")}`);
const image = await imageFile("lime");

/** Uploads an image for each camera. What is not there any more takes none. */
async function takeImages(capture: Cmd) {
  for (const { url } of uploadsOf(capture)) await upload(url, image).catch(() => 0);
  return { output: { failed: [] } };
}

let boot = 0;

/** Connects all stations, a few at a time. */
async function connect(brokerPort: number): Promise<FakeStation[]> {
  boot += 1;
  const stations: FakeStation[] = [];
  for (let at = 0; at < names.length; at += 20) {
    const some = names.slice(at, at + 20);
    stations.push(
      ...(await Promise.all(
        some.map((name) => openFakeStation(brokerPort, name, { boot, handleCommand: takeImages })),
      )),
    );
  }
  return stations;
}

/** Has all stations take images, for a person. */
function begin(person: { id: number; org_id: number }): Promise<number> {
  const request = { id: crypto.randomUUID(), ip: "127.0.0.1", agent: null };
  const { id: user_id, org_id } = person;
  const act = { user_id, org_id, kind: "images" as const, created: new Date().toISOString(), lights_on: true, request };
  const outcomes = names.map((station) => ({ station, state: "waiting" as const, reason: null, undo: null }));
  return inTransaction(db, async (tx) => {
    const id = await insertAct(tx, act, outcomes);
    await queueStations(tx, id, names);
    return id;
  });
}

type Row = { station: string; state: string; detail: string | null; images: number };

/** The stations of an act, with the images that they have uploaded for it. */
async function outcomes(act: number): Promise<Row[]> {
  const found = await sql<Row>`
    select b.station_name as station, b.state, b.detail,
      (select count(*) from camera_images i where i.station_name = b.station_name and i.requested >= a.created) as images
    from bulk_act_stations b join bulk_acts a on a.id = b.act_id where act_id = ${act} order by 1 limit 1000`.execute(
    db,
  );
  return found.rows;
}

test(
  `servers killed ${rounds} times while ${STATIONS} stations take images (seed ${seed}): each does so once, or is reported`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "killed-images-"));
    const server = killableServer({ DATABASE_URL, DATA_DIR });
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    let address = await server.start();
    const person = await db
      .selectFrom("users")
      .select(["id", "org_id"])
      .where("can_admin", "=", true)
      .executeTakeFirstOrThrow();
    await addEachStation(
      db,
      names.map((name) => ({ name, org_id: person.org_id })),
    );
    let [done, reported] = [0, 0];
    const wrong: object[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await connect(address.brokerPort);
      const act = await begin(person);
      await after(random.whole(0, STATIONS * 40));
      await server.kill();
      await Promise.all(before.map((station) => station.leave()));
      // As if the time of the lease had passed.
      await sql`update jobs set leased_until = null where ended is null`.execute(db);
      address = await server.start();
      const later = await connect(address.brokerPort);
      const unfinished = async () =>
        (await outcomes(act)).filter(({ state }) => state === "waiting" || state === "running").length;
      await expect.poll(unfinished, RECONNECTING).toBe(0);
      for (const [nth, { station, state, detail, images }] of (await outcomes(act)).entries()) {
        const captures = (before[nth]?.received.length ?? 0) + (later[nth]?.received.length ?? 0);
        const isDone = state === "done" && captures === 1 && images === 1;
        const isReported = state === "failed" && captures <= 1 && detail !== null;
        if (!isDone && !isReported) wrong.push({ round, station, state, detail, captures, images });
        if (state === "done") done += 1;
        else reported += 1;
      }
      await Promise.all(later.map((station) => station.leave()));
      // Stations take images six times a minute at most.
      await sql`delete from image_uploads`.execute(db);
      await sql`delete from captures`.execute(db);
    }
    expect(wrong).toEqual([]);
    // Besides those whose attempt was interrupted, of which there are at most eight at once.
    expect(reported).toBeLessThanOrEqual(rounds * Math.max(8, STATIONS * 0.03));
    process.stdout.write(`figure: ${rounds} kills: ${done} stations took images once, ${reported} were reported\n`);
  },
  Math.max(300_000, rounds * 60_000),
);
