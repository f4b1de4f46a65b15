import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fleetOptions, openSystem, type System } from "./system.ts";
import { machine } from "./measure.ts";

/*
 * What `GET /api/stations` with telemetry costs the server while the whole fleet reports, against sending the same bytes from memory in
 * the same process; and what a console's refresh costs. CPU is that of the server's process, compression included, less what the fleet
 * alone costs, which is measured before and after each series.
 *
 * node bench/list.ts [--stations 10000] [--quiet] [--seconds 15]
 */
const fleet = fleetOptions(10_000);
const { values } = parseArgs({ options: { seconds: { type: "string", default: "15" } }, strict: false });
const SECONDS = Number(values.seconds);
const LIST = "/api/stations?include_support_metrics=true&include_telemetry=true";
const ENCODINGS = ["identity", "gzip", "zstd"];

type Series = { perSecond: number; request: () => Promise<unknown> };

const child = await openSystem(fleet);
try {
  console.log(
    `${machine()}; ${fleet.stations} stations, ${fleet.isReporting ? "reporting" : "none of them reporting"}`,
  );
  console.log("\n| work | as sent | CPU a request | from memory | ratio |\n|---|---|---|---|---|");
  for (const encoding of ENCODINGS) await measureList(child, encoding);
  for (const encoding of ["gzip", "zstd"]) await measureRefresh(child, encoding);
} finally {
  await child.stop();
}

async function measureList({ url, get, serve, cpu }: System, encoding: string): Promise<void> {
  const request = () => get(`${url}${LIST}`, { "accept-encoding": encoding });
  const { body } = await request();
  const memory = await serve(body);
  const limitMs = await cpuOf(cpu, { perSecond: 1, request: () => get(memory) });
  for (const perSecond of [1, 10]) {
    const usedMs = await cpuOf(cpu, { perSecond, request });
    print(`whole list, ${encoding}, ${perSecond} a second`, { bytes: body.length, usedMs, limitMs });
  }
}

/** Refreshes as the console does, from the time of the reply before. Every one starts with another connection's cache. */
async function measureRefresh({ url, get, serve, cpu }: System, encoding: string): Promise<void> {
  const headers = { "accept-encoding": encoding };
  let since = new Date(Date.now() - 70_000).toISOString();
  const request = () => get(`${url}${LIST}&compact=true&filter_online_after=${since}`, headers);
  const { body } = await request();
  const memory = await serve(body);
  const limitMs = await cpuOf(cpu, { perSecond: 1, request: () => get(memory) });
  const usedMs = await cpuOf(cpu, {
    perSecond: 1,
    request: () => {
      since = new Date(Date.now() - 70_000).toISOString();
      return request();
    },
  });
  print(`refresh after a minute, ${encoding}, 1 a second`, { bytes: body.length, usedMs, limitMs });
}

type Measured = { bytes: number; usedMs: number; limitMs: number };

function print(work: string, { bytes, usedMs, limitMs }: Measured): void {
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const ratio = (usedMs / limitMs).toFixed(1);
  console.log(`| ${work} | ${size} | ${usedMs.toFixed(1)} ms | ${limitMs.toFixed(1)} ms | ${ratio} |`);
}

/** CPU time for each request (ms), beyond what the server uses without them. */
async function cpuOf(cpu: () => Promise<number>, { perSecond, request }: Series): Promise<number> {
  const before = await cpuOfSecond(cpu);
  const start = performance.now();
  const cpuBefore = await cpu();
  const count = SECONDS * perSecond;
  for (let nth = 0; nth < count; nth += 1) {
    await sleep(Math.max(0, start + (nth * 1_000) / perSecond - performance.now()));
    await request();
  }
  await sleep(Math.max(0, start + SECONDS * 1_000 - performance.now()));
  const [used, seconds] = [(await cpu()) - cpuBefore, (performance.now() - start) / 1_000];
  const after = await cpuOfSecond(cpu);
  return (used - ((before + after) / 2) * seconds) / count;
}

/** What the server uses in a second without requests (ms). */
async function cpuOfSecond(cpu: () => Promise<number>): Promise<number> {
  const [before, start] = [await cpu(), performance.now()];
  await sleep((SECONDS * 1_000) / 2);
  return ((await cpu()) - before) / ((performance.now() - start) / 1_000);
}
