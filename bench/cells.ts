import { parseArgs } from "node:util";

/*
 * What fleets of up to a million stations take, from measured costs of a snapshot, a station and a browser, and what limits them first. Nothing is run:
 * it multiplies. docs/growth.md has the result.
 *
 * node bench/cells.ts [--seconds 10] [--others 12]
 *
 * --seconds is how often a station reports, --others how many microseconds a snapshot costs each server that did not store it.
 */

type UnitCost = { value: number; unit: string; what: string; source: string };

/** What one of something costs. Sources are sections of docs/benchmarks.md unless they name a file. */
export const UNIT_COSTS = {
  link: {
    value: 200,
    unit: "µs",
    what: "a snapshot, in the thread of the link",
    source: "Ingesting snapshots (a slow machine, 10,000 stations, 4,000 a second)",
  },
  main: { value: 37, unit: "µs", what: "a snapshot, in the main thread", source: "Ingesting snapshots (the same run)" },
  database: { value: 138, unit: "µs", what: "a snapshot, in PostgreSQL", source: "Ingesting snapshots (the same run)" },
  othersMain: {
    value: 12,
    unit: "µs",
    what: "a snapshot that another server has stored and sends over NATS, in the main thread of each server that is watched",
    source: "Several servers",
  },
  wal: { value: 1_700, unit: "bytes", what: "a snapshot in the write-ahead log", source: "Ingesting snapshots" },
  heap: { value: 25.4, unit: "MB", what: "1,000 stations in V8's heap", source: "Start and memory" },
  memory: { value: 49, unit: "MB", what: "1,000 stations in a server, with its link", source: "Start and memory" },
  history: {
    value: 1.6,
    unit: "GB",
    what: "1,000 stations for a year",
    source: "Statistics of a large fleet; Availability",
  },
  browser: {
    value: 0.25,
    unit: "ms of CPU a second",
    what: "1,000 stations that a browser watches",
    source: "Live changes (100 browsers, 10,000 stations)",
  },
  browserBytes: {
    value: 2.5,
    unit: "KB a second",
    what: "1,000 stations that a browser watches",
    source: "Live changes (100 browsers, 10,000 stations)",
  },
  page: {
    value: 0.75,
    unit: "ms of CPU a second",
    what: "a browser that reads a page every ten seconds",
    source: "Pages of the stations list (at most 11 ms)",
  },
  pageBytes: {
    value: 2,
    unit: "KB a second",
    what: "a browser that reads a page every ten seconds",
    source: "The stations list on the server (a row of the list of 10,000 takes 200 to 250 bytes)",
  },
} satisfies Record<string, UnitCost>;

/** What is assumed, not measured. */
const ASSUMED = {
  stationsForEachStaff: 1_000,
  /** One of a customer watches the stations of its organization. */
  stationsForEachCustomer: 500,
  /** Above it a browser reads pages instead of the whole list. */
  wholeList: 30_000,
  databaseCores: 8,
  /** A disk and a network to the standby that write this much without a pause. */
  walBytesPerSecond: 100e6,
  /** V8's limit for a heap, by default. */
  heapMb: 4_096,
  /** The share of anything that is planned for; the rest is for storms, such as all stations that reconnect. */
  usable: 0.7,
  mostServers: 4,
  mostCells: 100,
};

type Options = { seconds: number; othersUs: number };
type Use = { limit: string; share: number };
type Size = { cells: number; servers: number };
type Plan = Size & { uses: readonly Use[] };

/** How much of each limit a cell uses with its part of a fleet, the tightest first. */
function usesOf(fleet: number, { cells, servers }: Size, { seconds, othersUs }: Options): Use[] {
  const stations = fleet / cells;
  const rate = stations / seconds;
  const cost = UNIT_COSTS;
  const main = (rate / servers) * cost.main.value + ((rate * (servers - 1)) / servers) * othersUs;
  const uses = [
    { limit: "link thread", share: ((rate / servers) * cost.link.value) / 1e6 },
    { limit: "main thread", share: main / 1e6 + browsersOf(fleet, stations).cores / servers },
    { limit: "PostgreSQL's cores", share: databaseCores(rate) / ASSUMED.databaseCores },
    { limit: "write-ahead log", share: (rate * cost.wal.value) / ASSUMED.walBytesPerSecond },
    { limit: "heap of a server", share: ((stations / 1_000) * cost.heap.value) / ASSUMED.heapMb },
  ];
  return uses.toSorted((one, other) => other.share - one.share);
}

function databaseCores(rate: number): number {
  return (rate * UNIT_COSTS.database.value) / 1e6;
}

/** What all browsers cost a cell. Staff watch every cell, and customers the one with their organization. */
function browsersOf(fleet: number, stations: number): { cores: number; bytes: number } {
  const staff = fleet / ASSUMED.stationsForEachStaff;
  const watched = (staff * (fleet > ASSUMED.wholeList ? 0 : stations) + stations) / 1_000;
  const pages = fleet > ASSUMED.wholeList ? staff : 0;
  return {
    cores: (watched * UNIT_COSTS.browser.value + pages * UNIT_COSTS.page.value) / 1_000,
    bytes: (watched * UNIT_COSTS.browserBytes.value + pages * UNIT_COSTS.pageBytes.value) * 1_000,
  };
}

/** The plan with the fewest machines, of which a cell has two for its database. */
function planOf(fleet: number, options: Options): Plan {
  const plans: Plan[] = [];
  for (let cells = 1; cells <= ASSUMED.mostCells; cells += 1) {
    for (let servers = 1; servers <= ASSUMED.mostServers; servers += 1) {
      const uses = usesOf(fleet, { cells, servers }, options);
      if (uses.every(({ share }) => share <= ASSUMED.usable)) plans.push({ cells, servers, uses });
    }
  }
  const [best] = plans.toSorted((one, other) => machinesOf(one) - machinesOf(other));
  if (!best) throw new Error(`${fleet} stations need more than ${ASSUMED.mostCells} cells.`);
  return best;
}

function machinesOf({ cells, servers }: Size): number {
  return cells * (servers + 2);
}

const SIZES = [1_000, 3_000, 10_000, 30_000, 50_000, 100_000, 300_000, 1_000_000];
const COLUMNS = [
  "stations",
  "snapshots a second",
  "cells × servers",
  "cores: servers, PostgreSQL",
  "memory of servers",
  "write-ahead log",
  "tables, a year",
  "to browsers",
  "cores for 1,000 stations",
  "first limit, and how much of it is used",
];

/** The table of docs/growth.md. */
export function tableOf({ seconds = 10, othersUs = UNIT_COSTS.othersMain.value }: Partial<Options> = {}): string {
  const rows = SIZES.map((fleet) => rowOf(fleet, { seconds, othersUs }));
  const [head = "", ...lines] = [COLUMNS, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [head, `|${"---|".repeat(COLUMNS.length)}`, ...lines].join("\n");
}

function rowOf(fleet: number, options: Options): string[] {
  const { cells, servers, uses } = planOf(fleet, options);
  const [rate, stations] = [fleet / options.seconds, fleet / cells];
  const cost = UNIT_COSTS;
  const browsers = browsersOf(fleet, stations);
  const perSnapshot = cost.link.value + cost.main.value + (servers - 1) * options.othersUs;
  const serverCores = (rate * perSnapshot) / 1e6 + cells * browsers.cores;
  const postgres = cells * databaseCores(rate / cells);
  const [first] = uses;
  return [
    whole(fleet),
    whole(rate),
    `${cells} × ${servers}`,
    `${cores(serverCores)}, ${cores(postgres)}`,
    memory((cells * servers * stations * cost.memory.value) / 1_000),
    `${((rate * cost.wal.value) / 1e6).toFixed(1)} MB/s`,
    `${whole((fleet / 1_000) * cost.history.value)} GB`,
    `${((cells * browsers.bytes * 8) / 1e6).toFixed(1)} Mbit/s`,
    cores(((serverCores + postgres) / fleet) * 1_000),
    `${first?.limit}, ${Math.round((first?.share ?? 0) * 100)} %`,
  ];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function memory(mb: number): string {
  return mb < 1_000 ? `${whole(mb)} MB` : `${(mb / 1_000).toFixed(1)} GB`;
}

function cores(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { seconds: { type: "string" }, others: { type: "string" } } });
  for (const { value, unit, what, source } of Object.values(UNIT_COSTS)) {
    console.log(`${what}: ${value} ${unit} (${source})`);
  }
  console.log(`\nassumed: ${JSON.stringify(ASSUMED)}\n`);
  const { seconds, others } = values;
  console.log(tableOf({ ...(seconds && { seconds: Number(seconds) }), ...(others && { othersUs: Number(others) }) }));
}
