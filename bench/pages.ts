import { parseArgs } from "node:util";
import { defaultBrand } from "@groundcrew/shared/brand";
import { listSettings, stationSort, stationSortLabels, type Box, type ListSettings } from "@groundcrew/shared/stations";
import { Board, listPages } from "@groundcrew/server/stations";
import { boardFacts, boardState, snapshotSummary } from "../server/test/board-facts.ts";
import { percentile } from "../server/test/percentile.ts";
import { numberOption } from "./fleet.ts";
import { goal, machine, ms } from "./measure.ts";

/*
 * What a page of 100 stations of a large fleet costs the server, without HTTP: the first one of a list that nobody has asked for, and one of a list that is asked for
 * every second, while each second a tenth of the stations reports and some are edited. CPU is that of the main thread. "Reports" is the CPU of those of a second
 * while the list, and those measured before it, are kept.
 *
 * node bench/pages.ts [--stations 100000] [--seconds 15] [--only temperature] [--busy]
 *
 * With --busy, other work takes 4 ms in each turn of the event loop, so that only times mean something.
 */
const STATIONS = numberOption("stations", 100_000);
const SECONDS = numberOption("seconds", 15);
/** Part of the names of the lists to measure. */
const { only: ONLY, busy: BUSY } = parseArgs({
  options: { only: { type: "string", default: "" }, busy: { type: "boolean" } },
  strict: false,
}).values;
const OTHERS_MS = 4;
const [MOST_CPU_MS, MOST_MS] = [20, 100];
/** Each station reports every ten seconds. */
const EVERY_S = 10;
const EDITED = 20;
const PARTS = { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false };
const view = { orgId: null, admin: true };

const START = Date.parse("2026-03-01T12:00:00.000Z");
let now = START;
let version = 0;
const board = new Board(() => now);
for (let number = 0; number < STATIONS; number += 1) edit(number);
for (let second = 0; second < EVERY_S; second += 1) passSecond();

if (BUSY) keepBusy();

console.log(`${machine()}; ${STATIONS} stations, in the process of the benchmark\n`);
console.log(
  "| page of 100 | first: CPU | its time | longest block | later, median: CPU | p95 | time, p95 | reports | goal |\n|---|---|---|---|---|---|---|---|---|",
);
for (const sort of stationSort.options) await measureList(`by ${stationSortLabels[sort]}`, listSettings({ sort }));
await measureList(
  "by Swaps, by organization, actual ones",
  listSettings({ sort: "swaps", group: "organization", filters: ["actual"] }),
);
await measureList("by Temperature, by organization", listSettings({ sort: "temperature", group: "organization" }));
await measureList(
  "by Temperature, active within a day",
  listSettings({ sort: "temperature", filters: ["time"], time: "day" }),
);
await measureList("that a search finds", listSettings({ q: "harbor 7" }));
await measureList("active within a day", listSettings({ filters: ["time"], time: "day" }));
if (ONLY === "") await measureTotals();

async function measureList(what: string, settings: ListSettings): Promise<void> {
  if (!what.toLowerCase().includes(String(ONLY))) return;
  const pages = listPages({ board, brand: defaultBrand });
  const read = (after?: string) => pages.page({ view, settings }, { limit: 100, after, options: PARTS });
  const first = await costOf(() => read());
  const used: number[] = [];
  const times: number[] = [];
  const reports: number[] = [];
  let after: string | undefined;
  for (let second = 0; second < SECONDS; second += 1) {
    reports.push((await costOf(async () => passSecond())).usedMs);
    const { usedMs, timeMs, result } = await costOf(() => read(after));
    after = JSON.parse(result).next ?? undefined;
    used.push(usedMs);
    times.push(timeMs);
  }
  const [median, high, time] = [percentile(used, 0.5), percentile(used, 0.95), percentile(times, 0.95)];
  const reporting = percentile(reports, 0.5);
  const reached = goal(`${MOST_CPU_MS} ms of CPU, ${MOST_MS} ms`, median <= MOST_CPU_MS && time <= MOST_MS);
  const cells = [first.usedMs, first.timeMs, first.blockMs, median, high, time, reporting].map(
    (one) => `${ms(one)} ms`,
  );
  console.log(`| ${[what, ...cells, reached].join(" | ")} |`);
}

/** Once they are as old as they may be, so that they are made again. */
async function measureTotals(): Promise<void> {
  const pages = listPages({ board, brand: defaultBrand });
  const choice = { view, settings: listSettings({ group: "organization" }) };
  const area: Box = [-180, -85, 180, 85];
  const shown = { area, zoom: 2 };
  await pages.counts(choice);
  const first = await costOf(() => pages.map(choice, shown));
  passSecond();
  now += 10_000;
  const searched = { view, settings: listSettings({ q: "harbor 7" }) };
  const find = () => pages.few(searched, { limit: 5, options: PARTS });
  const costs = {
    counts: await costOf(() => pages.counts(choice)),
    map: await costOf(() => pages.map(choice, shown)),
    "best of a search, first": await costOf(find),
    "best of a search": await costOf(find),
  };
  for (const [what, { usedMs, blockMs }] of Object.entries({ ...costs, "map, first": first })) {
    console.log(`\n${what}: ${ms(usedMs)} ms of CPU, longest block ${ms(blockMs)} ms`);
  }
}

/** The CPU of the main thread (ms), the time, and the most CPU for which nothing else could run. */
async function costOf<T>(work: () => Promise<T>) {
  let blockMs = 0;
  let last = cpuMs();
  let isOver = false;
  const notice = () => {
    const now = cpuMs();
    blockMs = Math.max(blockMs, now - last);
    last = now;
    if (!isOver) setImmediate(notice);
  };
  setImmediate(notice);
  const [start, before] = [performance.now(), cpuMs()];
  const result = await work();
  const [usedMs, timeMs] = [cpuMs() - before, performance.now() - start];
  isOver = true;
  notice();
  return { result, usedMs, timeMs, blockMs };
}

function keepBusy(): void {
  const end = performance.now() + OTHERS_MS;
  while (performance.now() < end);
  setImmediate(keepBusy).unref();
}

/** The CPU that the main thread has used (ms): other work on the machine does not lengthen it as it lengthens times. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function passSecond(): void {
  now += 1_000;
  const second = now / 1_000;
  for (let number = second % EVERY_S; number < STATIONS; number += EVERY_S) report(number);
  for (let nth = 0; nth < EDITED; nth += 1) edit((Math.imul(second + nth, 0x9e3779b1) >>> 0) % STATIONS);
}

function nameOf(number: number): string {
  return `gc-${number.toString(16).padStart(12, "0")}`;
}

/** A number from 0 to 1 that looks random. */
function spread(number: number): number {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
}

function edit(number: number): void {
  const share = spread(number + version++);
  const facts = boardFacts(nameOf(number), 1 + (number % 200), {
    serial_number: `Atlas ${Math.floor(share * 1e6)}`,
    description: `Pad ${Math.floor(share * 1e4)}`,
    organization_name: `Harbor ${number % 200}`,
    version_api: `4.${Math.floor(share * 20)}.${number % 10}`,
    errors_unresolved: Math.floor(share * 3),
    error_latest: new Date(now - Math.floor(share * 1e9)).toISOString(),
    incident_pending: Math.floor(share * 2),
  });
  board.putFacts(facts);
}

/** All but some of the stations are active now. */
function report(number: number): void {
  if (number % 50 === 7) return;
  const time = new Date(now).toISOString();
  const state = boardState(++version, {
    linked: true,
    last_active: time,
    last_online: time,
    last_telemetry: time,
    last_swapped: new Date(START - Math.floor(spread(number) * 1e8)).toISOString(),
    swaps_performed: Math.floor(spread(number) * 5_000),
  });
  const status = {
    internal_temperature: Math.round(600 + spread(number) * 300 + spread(version) * 5) / 10,
    gps_location: `${(spread(number) * 120 - 60).toFixed(4)}, ${(spread(number * 7) * 340 - 170).toFixed(4)}`,
    station_uptime: Math.floor(now / 1_000) - number,
  };
  board.putState({
    name: nameOf(number),
    state,
    summary: snapshotSummary({ firmware_version: [{ version: `2.${number % 30}` }], status }),
  });
}
