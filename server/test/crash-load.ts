import { sql } from "kysely";
import { randomFrom } from "@groundcrew/simulator/model";
import { expect } from "vitest";
import type { Db } from "../src/platform/db/index.ts";
import { failure, swap } from "./event-rig.ts";
import { connectStation } from "./station.ts";
import { addStation } from "./stations.ts";
import { eventSender, type EventSender } from "./event-sender.ts";
import { signIn, storedTexts, writingPerson } from "./writing-person.ts";

/** Longer than the backoff of a client that reconnects. */
export const RECONNECTING = { timeout: 120_000 };

/** How often a test breaks something at random moments, and the random seed for these. */
export function randomRounds(fallback: number) {
  const rounds = Number(process.env["KILL_ROUNDS"] ?? fallback);
  const seed = Number(process.env["KILL_SEED"] ?? Math.floor(Math.random() * 1_000_000));
  return { rounds, seed, random: randomFrom(seed) };
}

const STATIONS = ["gc-000000000001", "gc-000000000002", "gc-000000000003"];

/** Stations to add to a server whose demo has none. */
export async function addLoad(db: Db, names: readonly string[] = STATIONS): Promise<void> {
  const { id: org_id } = await db.selectFrom("organizations").select("id").orderBy("id").executeTakeFirstOrThrow();
  for (const name of names) await addStation(db, { name, org_id });
}

/** Resolves when the broker accepts the stations of the load. */
export async function untilAdmitted(brokerPort: number): Promise<void> {
  const isAdmitted = () =>
    connectStation(brokerPort, STATIONS.at(-1) ?? "").then(
      (client) => client.endAsync().then(() => true),
      () => false,
    );
  await expect.poll(isAdmitted, RECONNECTING).toBe(true);
}

type LoadOptions = { url: string; brokerPort: number; seed: number; names?: readonly string[]; everyMs?: number };

/** Stations, three by default, that continuously send swaps and errors, and a user who writes about one of them. */
export async function startLoad({ url, brokerPort, seed, names = STATIONS, everyMs = 8 }: LoadOptions) {
  const random = randomFrom(seed, 1);
  const stations = names.map((name) => eventSender(name, brokerPort));
  const person = writingPerson(await signIn(url), names[0] ?? "");
  const adding = setInterval(() => {
    for (const station of stations) {
      station.add((id) => (random.chance(0.5) ? swap(id, Date.now()) : failure(id, Date.now())));
    }
  }, everyMs);
  const acknowledged = () => stations.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  return {
    stations,
    person,
    /** Resolves at the next acknowledgement of an event. */
    async moves(): Promise<void> {
      const before = acknowledged();
      await expect.poll(acknowledged, RECONNECTING).toBeGreaterThan(before);
    },
    /** Resolves when everything that was sent and written is acknowledged. */
    async finish(): Promise<void> {
      clearInterval(adding);
      await Promise.all([person.stop(), ...stations.map((station) => station.drain())]);
    },
    async stop(): Promise<void> {
      clearInterval(adding);
      await Promise.all(stations.map((station) => station.stop()));
    },
  };
}
export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Resolves when the database answers again. */
export async function untilAnswering(db: Db): Promise<void> {
  const answer = () => db.selectFrom("organizations").select("id").execute();
  await expect.poll(answer, RECONNECTING).not.toEqual([]);
}

/** Checks once, without polling, that everything acknowledged so far is stored. */
export async function expectNothingLost(db: Db, { stations, person }: Load): Promise<void> {
  const wanted = new Map(stations.map(({ name, acknowledged }) => [name, [...acknowledged]]));
  const texts = [...person.written];
  for (const [name, ids] of wanted) {
    const stored = await sql<{ event_id: string }>`
      select event_id from station_events where station_name = ${name}`.execute(db);
    const kept = new Set(stored.rows.map(({ event_id }) => event_id));
    expect(ids.filter((id) => !kept.has(id))).toEqual([]);
  }
  const entries = new Set(await storedTexts(db, person));
  expect(texts.filter((text) => !entries.has(text))).toEqual([]);
}

/** Checks, after the load has finished, that everything is stored exactly once, and prints how much that is after which faults. */
export async function expectEverythingOnce(db: Db, { stations, person }: Load, faults: string): Promise<void> {
  expect(await storedTexts(db, person)).toEqual(person.written);
  for (const station of stations) expect(await totals(db, station.name)).toEqual(expected(station));
  const events = stations.reduce((sum, { sent }) => sum + sent.length, 0).toLocaleString("en");
  const what = `${events} acknowledged events and ${person.written.length} entries`;
  process.stdout.write(`figure: ${faults}: none of ${what} lost or stored twice\n`);
}

async function totals(db: Db, name: string) {
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
  return { swaps_performed, errors: sorted(errors.map(({ event_id }) => event_id ?? "")), last };
}

function expected({ sent }: EventSender): Awaited<ReturnType<typeof totals>> {
  const swaps_performed = sent.filter(({ kind }) => kind === "swap").length;
  const errors = sorted(sent.filter(({ kind }) => kind === "station_error").map(({ event_id }) => event_id));
  return { swaps_performed, errors, last: { swaps_performed, error_count: errors.length } };
}

function sorted(ids: readonly string[]): string[] {
  return ids.toSorted((one, other) => (one < other ? -1 : 1));
}
