import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { percentile } from "../server/test/percentile.ts";
import { cells, openConsole } from "./console.ts";
import { openEventStations, openListWatcher, openStations, openSubject } from "./ingest/children.ts";
import { nameOf } from "./ingest/messages.ts";
import { goal, machine, ms } from "./measure.ts";

/*
 * What other stations notice of one that has 200,000 errors, or sends 200 errors a second: the delay from the receipt of their snapshots
 * to the console's list, the calls of their pages, the acknowledgement of their events, and a restart of the server. Compared with the
 * same run without it, before and after. `--quiet` changes nothing here, because the fleet is what is measured.
 *
 * node bench/flood.ts [--stations 10000] [--every 10] [--minutes 3] [--errors 200000] [--rate 200]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    stations: text("10000"),
    every: text("10"),
    minutes: text("3"),
    errors: text("200000"),
    rate: text("200"),
    bytes: text("3300"),
    quiet: { type: "boolean" },
  },
});
const [STATIONS, EVERY_S, MINUTES] = [Number(values.stations), Number(values.every), Number(values.minutes)];
const [ERRORS, RATE] = [Number(values.errors), Number(values.rate)];
/** How long what the flood is compared with is measured each time. */
const QUIET_MS = 60_000;
/** A flood is divided into parts of this length, with quiet times between them. */
const FLOOD_MS = 60_000;
const RESTARTS = 3;
/** Stations that send events, and the one that floods. */
const SENDING = Array.from({ length: 5 }, (_, index) => nameOf(STATIONS + index));
const FLOODING = nameOf(STATIONS + SENDING.length);
const READ = Array.from({ length: 100 }, (_, index) => nameOf(index));

type Times = { delays: number[]; calls: number[]; events: number[] };
type Part = keyof Times;
const PARTS: Part[] = ["delays", "calls", "events"];
const SHARES = [0.5, 0.95];

console.log(`${machine()}; ${STATIONS} stations, a snapshot every ${EVERY_S} s`);
const subject = await openSubject("server");
const stations = openStations();
const senders = openEventStations();
const watcher = openListWatcher();
try {
  await subject.add(STATIONS + SENDING.length + 1);
  await connect();
  const without = await measure(QUIET_MS);
  await stations.send({ kind: "pause" });
  const restarts = [await restart()];
  await subject.logErrors(FLOODING, ERRORS);
  restarts.push(await restart());
  await connect();
  const many = await measure(QUIET_MS);
  const calm: Times[] = [many];
  const flooded: Times[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    flooded.push(await measureFlood(FLOOD_MS));
    calm.push(await measure(QUIET_MS / 2));
  }
  await stations.send({ kind: "pause" });
  restarts.push(await restart());
  print({ without, many, calm: joined(calm), flooded: joined(flooded) }, restarts);
} finally {
  await watcher.stop();
  await senders.stop();
  await stations.stop();
  await subject.stop();
}

async function connect(): Promise<void> {
  const { port } = subject;
  await stations.send({ kind: "connect", port, count: STATIONS, bytes: Number(values.bytes), isPlain: false });
  await senders.send({ kind: "connect", port, names: SENDING, flooding: FLOODING });
  await stations.send({ kind: "pace", everyMs: EVERY_S * 1_000, isPatient: true });
  await sleep(2 * EVERY_S * 1_000);
}

async function measureFlood(forMs: number): Promise<Times> {
  await senders.send({ kind: "flood", perSecond: RATE });
  const times = await measure(forMs);
  await senders.send({ kind: "calm" });
  return times;
}

async function measure(forMs: number): Promise<Times> {
  const { url } = subject;
  const open = await openConsole(url);
  await senders.times();
  const [{ delays }, calls] = await Promise.all([watcher.watch({ url, forMs }), open.readPages(READ, forMs)]);
  const { times, sentByFlood } = await senders.times();
  if (sentByFlood > 0) console.log(`${sentByFlood} errors sent in ${ms(forMs / 1_000)} s`);
  return { delays, calls, events: times };
}

/** The median of some restarts. */
async function restart(): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < RESTARTS; nth += 1) times.push(await subject.restart());
  return percentile(times, 0.5);
}

function joined(times: readonly Times[]): Times {
  const all = (part: Part) => times.flatMap((own) => own[part]);
  return { delays: all("delays"), calls: all("calls"), events: all("events") };
}

type Phases = Record<"without" | "many" | "calm" | "flooded", Times>;

function print({ without, many, calm, flooded }: Phases, restarts: readonly number[]): void {
  console.log("\n| median / p95 | snapshot → list | calls of other stations | event → acknowledgement | restart |");
  console.log("|---|---|---|---|---|");
  const row = (name: string, cellsOf: string[], restartMs: number | undefined) =>
    console.log(`| ${[name, ...cellsOf, restartMs === undefined ? "" : `${ms(restartMs)} ms`].join(" | ")} |`);
  const times = (own: Times) => PARTS.map((part) => cells(own[part]));
  const changes = (own: Times, base: Times) => PARTS.map((part) => change(own[part], base[part]));
  const [before = 0, withErrors = 0, after = 0] = restarts;
  row("without", times(without), before);
  row(`a station has ${ERRORS} errors`, times(many), withErrors);
  row("change", changes(many, without), withErrors - before);
  row("between the floods", times(calm), undefined);
  row(`a station sends ${RATE} errors a second, ${MINUTES} min`, times(flooded), after);
  row("change", changes(flooded, calm), after - before);
  for (const [what, own, base] of [
    ["many errors", many, without],
    ["the flood", flooded, calm],
  ] as const) {
    const isSmall = PARTS.every((part) => SHARES.every((share) => ratio(own[part], base[part], share) <= 1.2));
    console.log(goal(`at most 20 % change by ${what}`, isSmall));
  }
  console.log(goal("a restart at most 1 s longer", Math.max(withErrors, after) - before <= 1_000));
}

function change(times: number[], without: number[]): string {
  return SHARES.map((share) => percent(ratio(times, without, share) - 1)).join(" / ");
}

function ratio(times: number[], without: number[], share: number): number {
  return percentile(times, share) / percentile(without, share);
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(100 * share).toFixed(0)} %`;
}
