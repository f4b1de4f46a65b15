import { sql } from "kysely";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "./database.ts";
import { failure, swap } from "./event-rig.ts";
import { eventSender, type EventSender } from "./event-sender.ts";
import { killableServer } from "./killable-server.ts";
import { percentile } from "./percentile.ts";
import { addStations } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const FULL = process.env["REPORTING_MINUTES"];
const MINUTES = Number(FULL ?? 0.1);
const [STATIONS, EVERY_MS] = FULL === undefined ? [60, 2_000] : [3_000, 10_000];
/**
 * How long it takes until 99 % of the messages, and all of them, are stored, and how long 95 % of the calls take, when no other tests run. A
 * snapshot that was lost is taken as stored only with the next one, so none was if each is stored before that.
 */
const LIMITS_MS =
  FULL === undefined
    ? { stored99: Infinity, stored: Infinity, call95: Infinity }
    : { stored99: 1_000, stored: EVERY_MS, call95: 300 };
/** Every sixth message of a station is an event; the others are snapshots. */
const EVENTS = 6;
const TICK_MS = 20;
const LOOK_MS = 250;
const CALL_PAUSE_MS = 100;
const LONG_WAIT = { timeout: 120_000, interval: LOOK_MS };

test(
  `of ${STATIONS} stations that send a message every ${EVERY_MS / 1_000} s for ${MINUTES} min, nothing is lost, and the API answers`,
  async () => {
    const { stations, url } = await startStations();
    const load = startLoad(stations);
    const calls = await startCalls(url);
    await after(MINUTES * 60_000);
    load.stop();
    await calls.stop();
    await Promise.all(stations.map((station) => station.drain()));
    await expect.poll(load.waiting, LONG_WAIT).toBe(0);
    await load.stopLooking();

    const [stored99, call95] = [percentile(load.delays, 0.99), percentile(calls.times, 0.95)];
    const [stored, call] = [percentile(load.delays, 1), percentile(calls.times, 1)];
    process.stdout.write(
      `figure: ${load.delays.length} messages, stored after ${stored99.toFixed(0)} ms (p99), ${stored.toFixed(0)} ms at most; ` +
        `${calls.times.length} calls, p95 ${call95.toFixed(0)} ms, longest ${call.toFixed(0)} ms\n`,
    );
    expect([...calls.statuses]).toEqual([200]);
    expect(load.skipped()).toBe(0);
    expect(load.delays.length).toBeGreaterThanOrEqual(STATIONS);
    await expectEventsOnce(stations);
    expect(stored).toBeLessThan(LIMITS_MS.stored);
    expect(stored99).toBeLessThan(LIMITS_MS.stored99);
    expect(call95).toBeLessThan(LIMITS_MS.call95);
  },
  (MINUTES + 10) * 120_000,
);

async function startStations(): Promise<{ stations: EventSender[]; url: string }> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "reporting-"));
  const server = killableServer({ DATABASE_URL, DATA_DIR });
  onTestFinished(async () => {
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  const { url, brokerPort } = await server.start();
  const names = await addStations(db, STATIONS);
  const stations = names.map((name) => eventSender(name, brokerPort));
  onTestFinished(async () => {
    await Promise.all(stations.map((station) => station.stop()));
  });
  await expect.poll(() => stations.filter((station) => !station.isBorn()).length, LONG_WAIT).toBe(0);
  return { stations, url };
}

/** What is not known to be stored, with when it was sent: events by their id, snapshots by their station and number. */
type Waiting = {
  events: Map<string, { at: number; station: EventSender }>;
  snapshots: Map<string, Map<number, number>>;
};

/** Sends messages of all stations, evenly staggered, and checks repeatedly which of them are stored. */
function startLoad(stations: readonly EventSender[]) {
  const waiting: Waiting = { events: new Map(), snapshots: new Map(stations.map(({ name }) => [name, new Map()])) };
  const delays: number[] = [];
  const looking = new AbortController();
  const start = performance.now();
  let [sent, skipped] = [0, 0];

  function send(station: EventSender, nth: number): void {
    if (nth % EVENTS === 0) {
      const make = nth % (2 * EVENTS) === 0 ? swap : failure;
      station.add((id) => {
        waiting.events.set(id, { at: performance.now(), station });
        return make(id, Date.now());
      });
      return;
    }
    const seq = station.report();
    if (seq === null) skipped += 1;
    else waiting.snapshots.get(station.name)?.set(seq, performance.now());
  }

  const sending = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / EVERY_MS) * stations.length);
    for (; sent < due; sent += 1) {
      const index = sent % stations.length;
      const station = stations[index];
      // Not all stations send their events in the same round.
      if (station) send(station, index + Math.floor(sent / stations.length));
    }
  }, TICK_MS);
  onTestFinished(() => clearInterval(sending));

  async function look(): Promise<void> {
    while (!looking.signal.aborted) {
      await takeStored(waiting, delays);
      await after(LOOK_MS);
    }
  }
  const looked = look();

  return {
    delays,
    /** How many snapshots were not sent, because their station had no connection. */
    skipped: () => skipped,
    waiting: () => waiting.events.size + [...waiting.snapshots.values()].reduce((sum, { size }) => sum + size, 0),
    stop: () => clearInterval(sending),
    async stopLooking(): Promise<void> {
      looking.abort();
      await looked;
    },
  };
}

/** Adds the delays of what has been stored meanwhile: events that are acknowledged, and snapshots up to the number in their station's state. */
async function takeStored({ events, snapshots }: Waiting, delays: number[]): Promise<void> {
  const states = await db.selectFrom("station_states").select(["station_name", "seq"]).execute();
  const now = performance.now();
  for (const { station_name, seq: newest } of states) {
    const sent = snapshots.get(station_name);
    for (const [seq, at] of sent ?? []) {
      if (seq > newest) continue;
      delays.push(now - at);
      sent?.delete(seq);
    }
  }
  for (const [id, { at, station }] of events) {
    if (!station.acknowledged.has(id)) continue;
    delays.push(now - at);
    events.delete(id);
  }
}

/** A person who has the list and the pages of stations open, one call after the other. */
async function startCalls(url: string) {
  const call = await signIn(url);
  const times: number[] = [];
  const statuses = new Set<number>();
  const stopping = new AbortController();

  async function read(): Promise<void> {
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      const station = `/stations/gc-${String(nth % STATIONS).padStart(12, "0")}`;
      const since = new Date(Date.now() - EVERY_MS).toISOString();
      const list = `/stations?include_telemetry=true&compact=true&filter_online_after=${since}`;
      const paths = [list, station, `${station}/errors`, `${station}/statistics/history`, `${station}/supportlog`];
      for (const path of paths) {
        const askedAt = performance.now();
        statuses.add((await call(path)).status);
        times.push(performance.now() - askedAt);
        await after(CALL_PAUSE_MS);
      }
    }
  }
  const reading = read();

  return {
    times,
    statuses,
    async stop(): Promise<void> {
      stopping.abort();
      await reading;
    },
  };
}

async function expectEventsOnce(stations: readonly EventSender[]): Promise<void> {
  const sent = stations.flatMap((station) => station.sent);
  const idsOf = (rows: readonly { event_id: string | null }[]) => rows.map(({ event_id }) => event_id ?? "").toSorted();
  const events = await sql<{ event_id: string }>`select event_id from station_events`.execute(db);
  const errors = await db.selectFrom("station_errors").select("event_id").execute();
  expect(idsOf(events.rows)).toEqual(idsOf(sent));
  expect(idsOf(errors)).toEqual(idsOf(sent.filter(({ kind }) => kind === "station_error")));
  const counts = await db.selectFrom("station_states").select(["station_name", "swaps_performed"]).execute();
  const swaps = new Map(
    stations.map(({ name, sent: own }) => [name, own.filter(({ kind }) => kind === "swap").length]),
  );
  expect(new Map(counts.map(({ station_name, swaps_performed }) => [station_name, swaps_performed]))).toEqual(swaps);
}
