import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { percentile } from "../server/test/percentile.ts";
import { cells, openConsole } from "./console.ts";
import {
  openEventStations,
  openStations,
  openSubject,
  type EventStations,
  type Stations,
  type Subject,
} from "./ingest/children.ts";
import { nameOf, snapshotText } from "./ingest/messages.ts";
import { goal, machine } from "./measure.ts";

/*
 * How many snapshots a second the server stores, and how much CPU each needs; compared with limits from the same run: the broker alone,
 * JSON.parse alone, PostgreSQL alone. Stations run on the same machine in their own process and send at a growing rate until the server
 * no longer stores all of it, then at twice the highest rate that was stored, then at half of it, and at twice that rate again without
 * waiting for acknowledgements. Five other stations send an error every second meanwhile, whose acknowledgements show how long events wait.
 * Finally it measures calls of the API without snapshots, at half of the highest rate and at all of it. The server's threads besides the main
 * one are those of the link (`--threads`) and of Node. `--quiet` changes nothing here, because the stations are what is measured.
 *
 * node bench/ingest.ts [--stations 10000] [--bytes 3300] [--seconds 20] [--rates 2000,5000,…] [--threads 1] [--profile]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    stations: text("10000"),
    bytes: text("3300"),
    seconds: text("20"),
    rates: text("1000,2000,4000,6000,8000,10000,12500,15000"),
    threads: { type: "string" },
    profile: { type: "boolean" },
    quiet: { type: "boolean" },
  },
});
const [STATIONS, BYTES, SECONDS] = [Number(values.stations), Number(values.bytes), Number(values.seconds)];
const RATES = values.rates.split(",").map(Number);
const WARM_UP_S = 5;
/** CPU time of PostgreSQL is counted in steps of 10 ms, so enough updates are measured. */
const ROUNDS = Math.ceil(20_000 / STATIONS);
/** The server keeps up with a rate if this share of the sent snapshots is stored in the same time. */
const KEPT_UP = 0.97;
/** Stations that send events. */
const SENDING = Array.from({ length: 5 }, (_, index) => nameOf(STATIONS + index));

type Measured = {
  perSecond: number;
  /** Messages that were acknowledged: those that were stored, and those that a later one of the same station replaced before. */
  acknowledgedPerSecond: number;
  serverUs: number;
  mainThreadUs: number;
  databaseUs: number;
  loadUs: number;
  walBytes: number;
  memory: number;
};

console.log(`${machine()}; ${STATIONS} stations, ${snapshotText(1, BYTES).length} bytes a message`);
const json = measureJson();
console.log(`JSON.parse alone ${us(json)}`);
const broker = await withSubject("broker", async (subject, stations) => {
  await stations.send({ kind: "connect", port: subject.port, count: 1_000, bytes: BYTES, isPlain: true });
  await stations.send({ kind: "flood" });
  return measure(subject, stations, { count: async () => (await stations.published()).acknowledged });
});
console.log(`broker alone ${us(broker.serverUs)}, ${Math.round(broker.perSecond)} a second`);
await withSubject("server", async (subject, stations, events) => {
  await subject.add(STATIONS + SENDING.length);
  await stations.send({ kind: "connect", port: subject.port, count: STATIONS, bytes: BYTES, isPlain: false });
  // The first update is not counted: it replaces the shorter texts of births, which allocates pages.
  await subject.update(STATIONS, BYTES);
  let databaseMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) databaseMs += await subject.update(STATIONS, BYTES);
  const database = (databaseMs / (ROUNDS * STATIONS)) * 1_000;
  const limit = broker.serverUs + json + database;
  console.log(`PostgreSQL alone ${us(database)}; all limits together ${us(limit)}\n`);
  console.log(
    "| sent a second | stored | acknowledged | main thread | other threads | PostgreSQL | together | write-ahead log | of the limits | stations | event → acknowledgement | memory |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|");
  await events.send({ kind: "connect", port: subject.port, names: SENDING, flooding: null });
  const pace = (rate: number, isPatient = true) =>
    stations.send({ kind: "pace", everyMs: (STATIONS / rate) * 1_000, isPatient });
  async function measureAt(rate: number, isPatient = true): Promise<Measured & { ofLimits: number }> {
    await pace(rate, isPatient);
    const measured = await measure(subject, stations, {
      count: () => subject.stored(),
      warmedUp: () => events.times(),
    });
    const { times } = await events.times();
    await stations.send({ kind: "pause" });
    const { perSecond, serverUs, mainThreadUs, databaseUs, loadUs } = measured;
    const used = serverUs + databaseUs;
    const ofLimits = used / limit;
    const row = [
      isPatient ? rate : `${rate}, not waiting`,
      Math.round(perSecond),
      Math.round(measured.acknowledgedPerSecond),
      ...[mainThreadUs, serverUs - mainThreadUs, databaseUs, used].map(us),
      `${Math.round(measured.walBytes)} bytes`,
      ofLimits.toFixed(2),
    ];
    const memory = `${Math.round(measured.memory / 1e6)} MB`;
    console.log(`| ${[...row, us(loadUs), times.length === 0 ? "none" : cells(times), memory].join(" | ")} |`);
    return { ...measured, ofLimits };
  }

  const idle = await callsAt(0, { url: subject.url, stations });
  let best: Pick<Measured, "perSecond"> & { ofLimits: number } = { perSecond: 0, ofLimits: Infinity };
  for (const rate of RATES) {
    const measured = await measureAt(rate);
    if (measured.perSecond > best.perSecond) best = measured;
    if (measured.perSecond < KEPT_UP * rate) break;
  }
  const highest = best.perSecond;
  if (highest === 0) throw new Error("No snapshot was stored.");
  const overload = Math.round(2 * highest);
  const overloaded = await measureAt(overload);
  await pace(highest / 2);
  const seconds = await untilKeptUp(highest / 2, () => subject.stored());
  await stations.send({ kind: "pause" });
  const calls = [idle];
  for (const rate of [highest / 2, highest]) calls.push(await callsAt(rate, { url: subject.url, stations }));
  const flooded = await measureAt(overload, false);
  const share = overloaded.perSecond / highest;
  const percent = (rate: number) => `${((rate / highest) * 100).toFixed(0)} %`;
  printCalls(calls);
  console.log(`\nCPU at the highest rate, ${goal("1.2 times the limits", best.ofLimits <= 1.2)}.`);
  console.log(
    `At twice the highest rate, ${percent(overloaded.perSecond)} of it is stored (${goal("90 %", share >= 0.9)}). If no station waits for ` +
      `acknowledgements, ${percent(flooded.acknowledgedPerSecond)} of it is acknowledged and ${percent(flooded.perSecond)} stored.`,
  );
  console.log(`At half the highest rate, it keeps up again after ${seconds} s (${goal("10 s", seconds <= 10)}).`);
});

type Calls = { rate: number; times: number[] };

/** Times of calls of stations' pages, one after the other, while snapshots are sent at a rate. */
async function callsAt(rate: number, { url, stations }: { url: string; stations: Stations }): Promise<Calls> {
  const open = await openConsole(url);
  const names = Array.from({ length: Math.min(STATIONS, 100) }, (_, index) => nameOf(index));
  if (rate > 0) await stations.send({ kind: "pace", everyMs: (STATIONS / rate) * 1_000, isPatient: true });
  await open.readPages(names, WARM_UP_S * 1_000);
  const times = await open.readPages(names, SECONDS * 1_000);
  await stations.send({ kind: "pause" });
  return { rate, times };
}

function printCalls(calls: readonly Calls[]): void {
  console.log(
    "\n| sent a second | calls of stations' pages, median / p95 | p95, times that without snapshots | goal |",
  );
  console.log("|---|---|---|---|");
  const idle = percentile(calls[0]?.times ?? [], 0.95);
  for (const { rate, times } of calls) {
    const ofIdle = percentile(times, 0.95) / idle;
    const reached = rate === 0 ? "" : goal("2", ofIdle <= 2);
    console.log(`| ${Math.round(rate)} | ${cells(times)} | ${ofIdle.toFixed(1)} | ${reached} |`);
  }
}

/** The seconds until as much is stored in one second as is sent, at most a minute. */
async function untilKeptUp(rate: number, stored: () => Promise<number>): Promise<number> {
  let before = { at: performance.now(), count: await stored() };
  for (let seconds = 1; seconds <= 60; seconds += 1) {
    await sleep(1_000);
    const now = { at: performance.now(), count: await stored() };
    const perSecond = ((now.count - before.count) / (now.at - before.at)) * 1_000;
    if (perSecond >= 0.9 * rate && perSecond <= 1.1 * rate) return seconds;
    before = now;
  }
  return Infinity;
}

function us(time: number): string {
  return `${time.toFixed(1)} µs`;
}

function measureJson(): number {
  const message = snapshotText(1, BYTES).toString();
  const runs = 50_000;
  for (let run = 0; run < runs / 10; run += 1) JSON.parse(message);
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) JSON.parse(message);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

async function withSubject<Result>(
  what: "server" | "broker",
  work: (subject: Subject, stations: Stations, events: EventStations) => Promise<Result>,
): Promise<Result> {
  const flags = values.profile && what === "server" ? ["--cpu-prof"] : [];
  const subject = await openSubject(what, { threads: values.threads, flags });
  const stations = openStations();
  const events = openEventStations();
  try {
    return await work(subject, stations, events);
  } finally {
    await events.stop();
    await stations.stop();
    await subject.stop();
  }
}

type Counting = {
  /** How many messages have been processed. */
  count: () => Promise<number>;
  /** Called when the measurement begins. */
  warmedUp?: () => Promise<unknown>;
};

/** CPU time for each message while stations send. */
async function measure(subject: Subject, stations: Stations, { count, warmedUp }: Counting): Promise<Measured> {
  const read = async () => {
    const { acknowledged, cpuMs: loadMs } = await stations.published();
    return { at: performance.now(), count: await count(), acknowledged, loadMs, ...(await subject.used()) };
  };
  await sleep(WARM_UP_S * 1_000);
  await warmedUp?.();
  const before = await read();
  await sleep(SECONDS * 1_000);
  const end = await read();
  const done = end.count - before.count;
  const seconds = (end.at - before.at) / 1_000;
  return {
    perSecond: done / seconds,
    acknowledgedPerSecond: (end.acknowledged - before.acknowledged) / seconds,
    serverUs: ((end.serverMs - before.serverMs) / done) * 1_000,
    mainThreadUs: ((end.mainThreadMs - before.mainThreadMs) / done) * 1_000,
    databaseUs: ((end.databaseMs - before.databaseMs) / done) * 1_000,
    loadUs: ((end.loadMs - before.loadMs) / done) * 1_000,
    walBytes: (end.walBytes - before.walBytes) / done,
    memory: end.memory,
  };
}
