import { join } from "node:path";
import { compare, runBenchmark } from "./compare.ts";

/*
 * Runs a benchmark by its name:
 *
 * npm run bench                                        lists them
 * npm run bench list -- --stations 1000                runs one, with its options
 * npm run bench list -- --before v1.2.0                runs it twice at that commit and twice as it is now, alternately, and compares them
 * npm run bench list -- --before ../other              the same with the version in a folder that has its dependencies
 * npm run bench list -- --before v1.2.0 --alternations 1   runs each version once
 *
 * The exit code is 3 if it misses one of its goals.
 */
const BENCHMARKS: Record<string, { script: string; what: string }> = {
  "alert-delay": { script: "alert-delay.ts", what: "from a fact to the message of an alert rule" },
  alerts: { script: "alerts.ts", what: "alert rules for each snapshot, and outages of many stations" },
  attention: { script: "attention.ts", what: "Attention with 5,000 alerts" },
  audit: { script: "audit.ts", what: "the audit log with a million entries, and what its chain costs" },
  availability: { script: "availability.ts", what: "reports of availability, and a year of a station's readiness" },
  cells: { script: "cells.ts", what: "what fleets of up to a million stations take, by multiplication" },
  conditional: { script: "conditional.ts", what: "requests for what has not changed" },
  "config-table": { script: "browser/config-table.ts", what: "the Station Config table in a browser" },
  delay: { script: "fleet-load.ts", what: "from the receipt of a snapshot to a console that polls for changes" },
  flood: { script: "flood.ts", what: "what other stations notice of one that floods the server with errors" },
  groups: { script: "groups.ts", what: "groups of a million station errors" },
  ingest: { script: "ingest.ts", what: "how many snapshots a second are stored, and their cost" },
  lines: { script: "lines.ts", what: "a written state on its way to the boards of two servers" },
  list: { script: "list.ts", what: "the stations list and its refreshes on the server" },
  "list-page": { script: "browser/list.ts", what: "the stations list in a browser" },
  "many-page": { script: "browser/many.ts", what: "the command palette, selections and acts on many in a browser" },
  many: { script: "many.ts", what: "imports of 20,000 lines, and acts on thousands of stations" },
  live: { script: "live.ts", what: "pushing what changes to 100 and 1,000 browsers" },
  "live-kill": { script: "browser/live-kill.ts", what: "until 200 programs and a browser are live again after a kill" },
  "live-page": { script: "browser/live.ts", what: "from a change to its display in a browser that watches" },
  "log-in": { script: "log-in.ts", what: "logins of many people at once" },
  pages: { script: "pages.ts", what: "pages of the list of 100,000 stations" },
  passkey: { script: "browser/passkey.ts", what: "logins with a passkey in a browser" },
  queue: { script: "queue.ts", what: "what jobs cost PostgreSQL" },
  readiness: { script: "readiness.ts", what: "the readiness of a station after each snapshot" },
  refresh: { script: "refresh.ts", what: "refreshes when nothing but volatile fields has changed" },
  restore: { script: "restore.ts", what: "a backup of a month of 1,000 stations, and its restoration" },
  exchange: {
    script: "browser/exchange.ts",
    what: "how soon and at what cost one server shows what another one stores, with and without NATS",
  },
  servers: { script: "servers.ts", what: "how many snapshots a second one, two and three servers store" },
  sort: { script: "sort.ts", what: "sorting and grouping fleets of up to 100,000 stations" },
  start: { script: "start.ts", what: "starts of large demos by phase, and the server's memory" },
  statistics: { script: "statistics.ts", what: "statistics and charts over a year of history" },
  streams: { script: "streams.ts", what: "live video" },
  "swap-success": { script: "swap-success.ts", what: "30 days of attempts to swap of 10,000 stations" },
  "support-log": { script: "browser/support-log.ts", what: "the support log in a browser" },
  tables: { script: "tables.ts", what: "tables that grow with time, and what it costs to remove a day of them" },
  triage: { script: "browser/triage.ts", what: "triage of thousands of errors in a browser" },
  wall: { script: "wall.ts", what: "what wallboards of the whole fleet cost" },
  "video-memory": { script: "video-memory.ts", what: "memory of the process that sends video" },
};
const root = join(import.meta.dirname, "..");

const [name = "", ...rest] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (!benchmark) {
  for (const [known, { what }] of Object.entries(BENCHMARKS)) console.log(`${known.padEnd(14)}${what}`);
  process.exit(name === "" ? 0 : 2);
}

const before = take("--before");
const alternations = Number(take("--alternations") ?? 2);
const { script } = benchmark;
process.exitCode =
  before === null
    ? (await runBenchmark(root, script, rest)).code
    : await compare({ root, before, alternations, script, options: rest });

/** Removes an option of this program from those of the benchmark, and returns its value. */
function take(option: string): string | null {
  const at = rest.indexOf(option);
  return at < 0 ? null : (rest.splice(at, 2)[1] ?? "");
}
