import { bulkAct } from "@groundcrew/shared/bulk-acts";
import { csvImport } from "@groundcrew/shared/imports";
import { HOUR_MS, toCsv } from "@groundcrew/shared/lib";
import { z } from "zod";
import { logIn } from "./console.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, ms } from "./measure.ts";
import { openSystem } from "./system.ts";

/*
 * What changes many stations at once, while the fleet reports: imports of 20,000 lines, half of which add stations, and acts on 1,000 stations and on
 * all, with the errors and groups of the demo.
 *
 * node bench/many.ts [--stations 10000] [--quiet]
 */
const LINES = 20_000;
const GOALS = { check: 5_000, apply: 10_000, act: 2_000 } as const;
const FEW = 1_000;

const fleet = fleetOptions(10_000);
const system = await openSystem(fleet);
const headers = { cookie: await logIn(system.url) };
const MB = 1024 * 1024;
try {
  console.log(`${circumstances(fleet)}\n\n| work | time | CPU of the server | goal |\n|---|---|---|---|`);
  const names = await listed();
  await measureActs(names.slice(0, FEW));
  await measureImport(names);
  await measureActs(names);
} finally {
  await system.stop();
}

/** The names of all stations. */
async function listed(): Promise<string[]> {
  const rows = z.array(z.looseObject({ name: z.string() })).parse(await send("GET", "/api/stations"));
  return rows.map(({ name }) => name).toSorted();
}

/** A file of stations: a new description for each that there is, and as many new ones as a file has room for. */
async function measureImport(names: readonly string[]): Promise<void> {
  const added = Array.from({ length: LINES - names.length }, (_, nth) => `gc-ff${String(nth).padStart(10, "0")}`);
  const rows = [
    ...names.map((name, nth) => [name, null, `Checked in spring, ${nth}`, null]),
    ...added.map((name, nth) => [name, `Import ${nth}`, "New", "4.2"]),
  ];
  const columns = ["name", "serial_number", "description", "version_api"];
  const file = toCsv(["Station", "Serial Number", "Description", "API Version"], rows);
  const before = await system.memory();
  const { id } = csvImport.parse(
    await print("upload", null, () => send("POST", "/api/imports?kind=stations&file_name=many.csv", file)),
  );
  const path = `/api/imports/${id}`;
  const checked = csvImport.parse(
    await print(`dry run of ${LINES} lines`, GOALS.check, () =>
      send("PUT", `${path}/check`, { columns, clears: false }),
    ),
  );
  await print("apply", GOALS.apply, () => send("PUT", `${path}/application`, { note: "" }));
  await print("undo", null, () => send("DELETE", `${path}/application`));
  const { resident, highest } = await system.memory();
  console.log(
    `\n${JSON.stringify(checked.counts)}; memory ${Math.round(before.resident / MB)} MB before, ${Math.round(resident / MB)} MB after, ` +
      `at most ${Math.round(highest / MB)} MB since the start\n`,
  );
}

/** Acts on stations, each of which is undone or reversed. */
async function measureActs(stations: readonly string[]): Promise<void> {
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  const most = stations.length <= FEW ? GOALS.act : null;
  const acts = [
    ["maintenance", { why: "Benchmark", until }],
    ["retire", {}],
    ["entries", { entry: { content: "Benchmark", status: "record" } }],
    ["move", { org_id: 1 }],
  ] as const;
  for (const [kind, body] of acts) {
    const work = `${kind} of ${stations.length} stations`;
    const { id, counts } = bulkAct.parse(
      await print(work, most, () => send("POST", `/api/bulk-acts/${kind}`, { stations, ...body })),
    );
    if (counts.done === 0) throw new Error(`${work} did nothing.`);
    if (kind !== "entries") await print(`${work}, undone`, most, () => send("POST", `/api/bulk-acts/${id}/undo`));
  }
}

/** Prints how long work takes, and the server's processor time meanwhile. */
async function print(what: string, mostMs: number | null, work: () => Promise<unknown>): Promise<unknown> {
  const [start, before] = [performance.now(), await system.cpu()];
  const done = await work();
  const [wall, cpu] = [performance.now() - start, (await system.cpu()) - before];
  console.log(
    `| ${what} | ${ms(wall)} ms | ${ms(cpu)} ms | ${mostMs === null ? "" : goal(`${mostMs} ms`, wall <= mostMs)} |`,
  );
  return done;
}

async function send(method: string, path: string, body?: object | string): Promise<unknown> {
  const type = typeof body === "string" ? "text/csv" : "application/json";
  const response = await fetch(`${system.url}${path}`, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": type },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(600_000),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}
