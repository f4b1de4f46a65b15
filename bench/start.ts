import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@groundcrew/server/platform/db";
import { secondsToCopy, tableBytes } from "./copy-limit.ts";
import { goal, machine } from "./measure.ts";
import { startOnce, type Started } from "./start/product.ts";

/*
 * How long `npm start` takes with a large demo, by phase: fresh for each size, and reopened for the last one. The limit is initializing a
 * database and copying as many bytes as the demo's tables have into one table without an index. `--rest` is how many seconds after most
 * stations have connected the server's memory is read; with `--list`, and of more than 15,000 stations, a start ends when the whole list has been
 * received. `--stations` is the only size if it is given; `--quiet` changes nothing here, because the fleet's start is measured too.
 *
 * node bench/start.ts [--sizes 10000,30000 | --stations 10000] [--rest 10] [--list]
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,30000" },
    rest: { type: "string", default: "10" },
    list: { type: "boolean", default: false },
    stations: { type: "string" },
    quiet: { type: "boolean" },
  },
});
const SIZES = (values.stations ?? values.sizes).split(",").map(Number);
const REST_S = values.list ? null : Number(values.rest);
/** No more stations than this can connect where a process may open 20,000 files. */
const CONNECT_MAX = 15_000;
/** Goals: seconds until the list is usable, as after a login, when it shows its first rows; and the memory with a number of stations. */
const START_GOALS_S = new Map([
  ["10000 fresh", 15],
  ["30000 fresh", 45],
  ["30000 reopened", 5],
]);
const MEMORY_GOAL = { stations: 10_000, megabytes: 450 } as const;

/** What a start reaches, in this order; each row of the table is the time since the row before. */
const PHASES = [
  ["program loaded", "modules of the program"],
  ["database opened", "PostgreSQL: initdb and start"],
  ["tables prepared", "migrations"],
  ["contents prepared", "demo data"],
  ["board filled", "board"],
  ["broker started", "broker"],
  ["ready", "relay, HTTP and the rest"],
  ["first rows received", "login and the first rows of the list"],
  ["list received", "the whole list"],
] as const;
const LATER = ["fleet loaded", "first station connected", "80 % of stations connected"];

type Column = { title: string; stations: number; started: Started; limitS: number };

const columns: Column[] = [];
for (const [index, stations] of SIZES.entries()) {
  const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
  try {
    const restS = stations > CONNECT_MAX ? null : REST_S;
    const started = await startOnce(folder, stations, restS);
    const limitS = await secondsToCopy(await bytesIn(folder));
    columns.push({ title: `${stations} fresh`, stations, started, limitS });
    if (index < SIZES.length - 1) continue;
    const reopened = await startOnce(folder, stations, restS);
    columns.push({ title: `${stations} reopened`, stations, started: reopened, limitS });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
print();

/** Bytes of the tables of a demo in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const database = await openDatabase({ url: null, dataDir: folder, log: console.log });
  try {
    return await tableBytes(database.db);
  } finally {
    await database.stop();
  }
}

function print(): void {
  console.log(`${machine()}\n`);
  row("", (column) => column.title);
  row("---", () => "---");
  for (const [index, [reached, name]] of PHASES.entries()) {
    const before = PHASES[index - 1]?.[0] ?? "";
    row(name, ({ started: { at } }) => seconds((at.get(reached) ?? NaN) - (at.get(before) ?? 0)));
    if (reached !== "contents prepared") continue;
    const tables = new Set(columns.flatMap(({ started }) => [...started.tables.keys()]));
    for (const table of tables) row(`– of it ${table}`, ({ started }) => seconds(started.tables.get(table)));
  }
  row("**usable, since the start**", ({ started }) => seconds(started.at.get("first rows received")));
  row("goal", startGoal);
  row("whole list received, since the start", ({ started }) => seconds(started.at.get("list received")));
  row("limit: initdb, and COPY of the same bytes", ({ limitS }) => seconds(limitS * 1_000));
  row("ratio", ({ started, limitS }) => ((started.at.get("first rows received") ?? NaN) / 1_000 / limitS).toFixed(1));
  row("CPU time of the server's process until then", ({ started }) => seconds(started.cpuMs));
  row("stop", ({ started }) => seconds(started.stopMs));
  for (const what of LATER) row(`${what}, since the start`, ({ started }) => seconds(started.at.get(what)));
  row("memory right after opening", (column) => judgedMemory(column, column.started.memory.opened));
  row(`memory ${REST_S ?? 0} s after stations have connected`, (column) =>
    judgedMemory(column, column.started.memory.atRest),
  );
  row("highest memory", ({ started }) => megabytes(started.memory.peak));
}

function row(name: string, cell: (column: Column) => string): void {
  console.log(`| ${[name, ...columns.map(cell)].join(" | ")} |`);
}

function startGoal({ title, started }: Column): string {
  const mostS = START_GOALS_S.get(title);
  return mostS === undefined
    ? ""
    : goal(`${mostS} s`, (started.at.get("first rows received") ?? Infinity) <= mostS * 1_000);
}

function judgedMemory({ stations }: Column, value: number | null): string {
  if (value === null || stations !== MEMORY_GOAL.stations) return megabytes(value);
  return `${megabytes(value)} (${goal(megabytes(MEMORY_GOAL.megabytes), value <= MEMORY_GOAL.megabytes)})`;
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? "" : `${(ms / 1_000).toFixed(1)} s`;
}

function megabytes(value: number | null): string {
  return value === null ? "" : `${value} MB`;
}
