import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { percentile } from "../server/test/percentile.ts";
import { startErringStation } from "./live/erring-station.ts";
import { probe, watch, type Received } from "./live/watcher.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal } from "./measure.ts";
import { openSystem } from "./system.ts";

/*
 * What browsers that watch live changes cost the server while the whole fleet reports, what each receives, and how long it
 * takes from an error at a station, or from the commit of a person's change, until a program has it.
 *
 * node bench/live.ts [--stations 10000] [--quiet] [--seconds 60] [--browsers 100,1000]
 */
const fleet = fleetOptions(10_000);
const options = {
  seconds: { type: "string", default: "60" },
  browsers: { type: "string", default: "100,1000" },
} as const;
const { values } = parseArgs({ options, strict: false });
const SECONDS = Number(values.seconds);
const BROWSERS = String(values.browsers).split(",").map(Number);
/** Longer than a second, because descriptions name the second in which they were written. */
const CHANGE_EVERY_MS = 1_100;
/** Until all browsers have received what changed shortly before they began. */
const SETTLE_MS = 15_000;

/** Goals: cores above those without browsers, by the number of browsers; for any number, KB of volatile fields a minute, and delays (ms). */
const MOST_CORES = new Map([
  [100, 0.25],
  [1_000, 1],
]);
const MOST_KB = 300;
const MOST_MS = { error: { median: 100, p99: 300 }, change: { p95: 100 } } as const;

/** A station of its own for each number of browsers. */
const stationOf = (count: number): string => `gc-${(0xbe0000000000 + count).toString(16)}`;

const system = await openSystem(fleet);
try {
  console.log(circumstances(fleet));
  console.log(
    "\n| browsers | server | above none | received by each in a minute | of it volatile fields | station's error → program | person's change → program | goals |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  const idle = await coresFor(SECONDS);
  console.log(`| 0 | ${idle.toFixed(2)} cores | | | | | | |`);
  for (const count of BROWSERS) await measureBrowsers(count, idle);
} finally {
  await system.stop();
}

async function measureBrowsers(count: number, idle: number): Promise<void> {
  const [first = "", ...others] = await system.openSessions(count);
  const station = stationOf(count);
  await system.addStation(station);
  const reader = probe(system.url, { cookie: first, nth: 0, station });
  const watchers = [reader, ...others.map((cookie, nth) => watch(system.url, { cookie, nth: nth + 1 }))];
  await sleep(SETTLE_MS);
  for (const watcher of watchers) watcher.reset();
  const errors = await startErringStation(system.brokerUrl, station);
  const changes = changeRegularly();
  const cores = await coresFor(SECONDS);
  await changes.stop();
  await errors.stop();
  await sleep(CHANGE_EVERY_MS);
  const received = reader.received();
  const bytes = watchers.reduce((sum, watcher) => sum + watcher.bytes(), 0) / count;
  for (const watcher of watchers) watcher.close();
  const measured = {
    count,
    cores: cores - idle,
    volatileKb: perMinute(received.volatileBytes),
    errors: errorDelays(received.errors, errors.times),
    changes: delaysOf(received.changed, changes.times),
  };
  const cells = [
    count,
    `${cores.toFixed(2)} cores`,
    measured.cores.toFixed(2),
    `${Math.round(perMinute(bytes))} KB`,
    `${Math.round(measured.volatileKb)} KB`,
    spread(measured.errors),
    spread(measured.changes),
    goalsOf(measured).join("; "),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

/** What is measured with some browsers; times in ms. */
type Measured = { count: number; cores: number; volatileKb: number; errors: number[]; changes: number[] };

function goalsOf({ count, cores, volatileKb, errors, changes }: Measured): string[] {
  const mostCores = MOST_CORES.get(count);
  const { error, change } = MOST_MS;
  return [
    ...(mostCores === undefined ? [] : [goal(`${mostCores} cores`, cores <= mostCores)]),
    goal(`${MOST_KB} KB of volatile fields`, volatileKb <= MOST_KB),
    goal(`error, median ${error.median} ms`, isWithin(error.median, errors, 0.5)),
    goal(`p99 ${error.p99} ms`, isWithin(error.p99, errors, 0.99)),
    goal(`person's change, p95 ${change.p95} ms`, isWithin(change.p95, changes, 0.95)),
  ];
}

/** Whether there are times, and a share of them is no longer than this (ms). */
function isWithin(most: number, times: number[], share: number): boolean {
  return times.length > 0 && percentile(times, share) <= most;
}

/** Changes a station again and again, as a person does, and records when each change was committed. */
function changeRegularly() {
  const times: number[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await system.change(1);
      times.push(Date.now());
      await sleep(CHANGE_EVERY_MS);
    }
  })();
  return {
    times,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** From each error until a row of its station counts it. */
function errorDelays(rows: Received["errors"], times: readonly number[]): number[] {
  return times.flatMap((time, nth) => {
    const row = rows.find(({ total }) => total > nth);
    return row ? row.at - time : [];
  });
}

/** The changes arrive in their order; each has another text than the one before. */
function delaysOf(changed: Received["changed"], times: readonly number[]): number[] {
  const arrivals = changed.filter(({ text }, nth) => text !== changed[nth - 1]?.text);
  return times.flatMap((time, nth) => (arrivals[nth] ? arrivals[nth].at - time : []));
}

/** Cores that the server's process uses for a time. */
async function coresFor(seconds: number): Promise<number> {
  const [before, start] = [await system.cpu(), performance.now()];
  await sleep(seconds * 1_000);
  return ((await system.cpu()) - before) / (performance.now() - start);
}

/** KB a minute. */
function perMinute(bytes: number): number {
  return ((bytes / SECONDS) * 60) / 1_000;
}

function spread(times: number[]): string {
  const [median, high, highest] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)));
  return `${median} / ${high} / ${highest} ms (${times.length})`;
}
