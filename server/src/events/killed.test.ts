import { setTimeout as after } from "node:timers/promises";
import { randomFrom } from "@groundcrew/shared/fleet";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { failure, swap } from "../../test/event-rig.ts";
import { killableServer } from "../../test/killable-server.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { tellingStation, type TellingStation } from "../../test/telling-station.ts";

const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 10);
const SEED = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const STATIONS = 3;

const { db, url } = await testDatabase();

async function stored(name: string) {
  const rows = await db.selectFrom("station_events").select("event_id").where("station_name", "=", name).execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

async function totals(name: string) {
  const { swaps_performed } = await db
    .selectFrom("station_states")
    .select("swaps_performed")
    .where("station_name", "=", name)
    .executeTakeFirstOrThrow();
  const errors = await db.selectFrom("station_errors").select("event_id").where("station_name", "=", name).execute();
  const last = await db
    .selectFrom("station_history")
    .select(["swaps_performed", "error_count"])
    .where("station_name", "=", name)
    .orderBy("minute", "desc")
    .executeTakeFirstOrThrow();
  return {
    swaps_performed,
    errors: errors.map(({ event_id }) => event_id ?? "").toSorted((a, b) => (a < b ? -1 : 1)),
    last,
  };
}

function expected({ told }: TellingStation): Awaited<ReturnType<typeof totals>> {
  const swaps_performed = told.filter(({ kind }) => kind === "swap").length;
  const errors = told.filter(({ kind }) => kind === "station_error").map(({ event_id }) => event_id);
  return { swaps_performed, errors: errors.toSorted(), last: { swaps_performed, error_count: errors.length } };
}

test(
  `a server killed ${ROUNDS} times under load (seed ${SEED}) loses no acknowledged event and doubles none`,
  async ({ onTestFinished }) => {
    const random = randomFrom(SEED);
    const orgId = await addOrganization(db, "Harbor Air");
    const names = Array.from({ length: STATIONS }, (_, index) => `gc-00000000000${index}`);
    for (const name of names) await addStation(db, { name, org_id: orgId });
    const server = await killableServer(url);
    onTestFinished(() => server.stop());
    const port = await server.start();
    const stations = names.map((name) => tellingStation(name, port));
    onTestFinished(async () => void (await Promise.all(stations.map((station) => station.stop()))));
    const telling = setInterval(() => {
      for (const station of stations) {
        station.tell((id) => (random.chance(0.5) ? swap(id, Date.now()) : failure(id, Date.now())));
      }
    }, 3);
    onTestFinished(() => clearInterval(telling));

    for (let round = 0; round < ROUNDS; round++) {
      // Any moment may be the wrong one, so it is drawn.
      await after(random.whole(20, 400));
      await server.kill();
      for (const { name, acknowledged } of stations) {
        const kept = await stored(name);
        expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
      }
      await server.start();
    }
    clearInterval(telling);
    await Promise.all(stations.map((station) => station.drain()));
    for (const station of stations) expect(await totals(station.name)).toEqual(expected(station));
  },
  Math.max(60_000, ROUNDS * 6_000),
);
