import { constants, zstdCompressSync } from "node:zlib";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal } from "./measure.ts";
import { cell, costOf, minus, verdict, type Cost } from "./request-cost.ts";
import { openSystem, type System } from "./system.ts";

/*
 * What `GET /api/stations` with telemetry costs the server while the whole fleet reports, against sending the same bytes from memory in
 * the same process; and what a console's refresh costs. CPU is that of the server's process, compression included: the median and the mean
 * of each second's requests with their standard errors.
 *
 * node bench/list.ts [--stations 10000] [--quiet] [--seconds 30]
 */
const fleet = fleetOptions(10_000);
const LIST = "/api/stations?include_support_metrics=true&include_telemetry=true";
const ENCODINGS = ["identity", "gzip", "zstd"];
const MOST_MS = 20;
/** For each of several clients that accept different encodings. */
const MOST_MIXED_MS = 40;
const MOST_BYTES = 100_000;

const system = await openSystem(fleet);
try {
  console.log(circumstances(fleet));
  console.log(
    "\n| work | as sent | CPU a request | mean | from memory | ratio | goal |\n|---|---|---|---|---|---|---|",
  );
  for (const encoding of ENCODINGS) await measureList(system, encoding);
  await measureMixed(system);
  for (const encoding of ["gzip", "zstd"]) await measureRefresh(system, encoding);
  await printColumns(system);
} finally {
  await system.stop();
}

async function measureList({ url, get, serve, cpu }: System, encoding: string): Promise<void> {
  const request = () => get(`${url}${LIST}`, { "accept-encoding": encoding });
  const { body } = await request();
  const memory = await serve(body);
  const limit = await costOf(cpu, { perSecond: 1, request: () => get(memory) });
  const one = await costOf(cpu, { perSecond: 1, request });
  const isCheap =
    encoding === "identity"
      ? verdict("2 times from memory", minus([1, one.median], [2, limit.median]))
      : verdict(`${MOST_MS} ms`, { ...one.median, value: one.median.value - MOST_MS });
  print(`whole list, ${encoding}, 1 a second`, { bytes: body.length, used: one, limit, verdict: isCheap });
  const ten = await costOf(cpu, { perSecond: 10, request });
  const isShared = verdict("ten cost 3 times one", minus([10, ten.median], [3, one.median]));
  print(`whole list, ${encoding}, 10 a second`, { bytes: body.length, used: ten, limit, verdict: isShared });
}

async function measureMixed({ url, get, cpu }: System): Promise<void> {
  let nth = 0;
  const request = () => get(`${url}${LIST}`, { "accept-encoding": ENCODINGS[nth++ % ENCODINGS.length] ?? "" });
  const bodies = await Promise.all(ENCODINGS.map(request));
  const bytes = bodies.reduce((sum, { body }) => sum + body.length, 0) / bodies.length;
  const used = await costOf(cpu, { perSecond: 1, request });
  const isCheap = verdict(`${MOST_MIXED_MS} ms`, { ...used.mean, value: used.mean.value - MOST_MIXED_MS });
  print("whole list, each encoding in turn, 1 a second", { bytes, used, limit: null, verdict: isCheap });
}

/** Requests what has changed for a console that was closed for a minute. */
function refresh({ url, get }: System, encoding: string) {
  const since = new Date(Date.now() - 70_000).toISOString();
  return get(`${url}${LIST}&compact=true&filter_online_after=${since}`, { "accept-encoding": encoding });
}

async function measureRefresh(measured: System, encoding: string): Promise<void> {
  const { get, serve, cpu } = measured;
  const request = () => refresh(measured, encoding);
  const { body } = await request();
  const memory = await serve(body);
  const limit = await costOf(cpu, { perSecond: 1, request: () => get(memory) });
  const used = await costOf(cpu, { perSecond: 1, request });
  print(`refresh after a minute, ${encoding}, 1 a second`, { bytes: body.length, used, limit, verdict: "" });
}

/** What a refresh has when nothing but times and readings has changed. */
async function printColumns(measured: System): Promise<void> {
  const items: object[] = JSON.parse((await refresh(measured, "identity")).body.toString());
  const columns = items.filter((item) => "volatile" in item);
  const { length } = zstdCompressSync(JSON.stringify(columns), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  const isSmall = goal(`${MOST_BYTES} bytes`, length <= MOST_BYTES);
  console.log(
    `\nof a refresh, times and readings alone: ${length} bytes (zstd), ${isSmall}; whole rows: ${items.length - columns.length}`,
  );
}

type Measured = { bytes: number; used: Cost; limit: Cost | null; verdict: string };

function print(work: string, { bytes, used, limit, verdict }: Measured): void {
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const ratio = limit === null ? "" : (used.median.value / limit.median.value).toFixed(1);
  const cells = [size, cell(used.median), cell(used.mean), limit === null ? "" : cell(limit.median), ratio, verdict];
  console.log(`| ${[work, ...cells].join(" | ")} |`);
}
