import { z } from "zod";
import { openList, type ListChild } from "./list-child.ts";
import { machine, measure, ms } from "./measure.ts";

/*
 * What `GET /api/stations` with telemetry costs the server, against sending the same bytes as a file from the same process; and
 * a refresh in which some stations changed. CPU is that of the whole process, compression and idle work included.
 *
 * node bench/list-server.ts [stations, 10000 by default]
 */
const STATIONS = Number(process.argv[2] ?? 10_000);
const CHANGED = 200;
const RUNS = 20;
const REFRESHES = 200;
const LIST = "/api/stations?include_support_metrics=true&include_telemetry=true";

const child = await openList(STATIONS);
try {
  console.log(machine());
  console.log(`\n| ${STATIONS} stations | size | CPU | of a file | ratio |\n|---|---|---|---|---|`);
  for (const encoding of ["identity", "gzip"]) await compareWithFile(child, encoding);
  console.log(`\n| refresh | CPU | median | p95 |\n|---|---|---|---|`);
  await measureUnchanged(child);
  for (const encoding of ["identity", "gzip"]) await measureRefresh(child, encoding);
} finally {
  await child.stop();
}

async function compareWithFile({ url, get, serve, cpu }: ListChild, encoding: string): Promise<void> {
  const headers = { "accept-encoding": encoding };
  const { body } = await get(`${url}${LIST}`, headers);
  const file = await serve(body);
  // Alternating, so that other load on the machine affects both alike.
  let [listMs, fileMs] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    listMs += await cpuOf(cpu, () => get(`${url}${LIST}`, headers));
    fileMs += await cpuOf(cpu, () => get(file));
  }
  const size = `${(body.length / 1e6).toFixed(1)} MB`;
  console.log(
    `| ${encoding} | ${size} | ${ms(listMs / RUNS)} ms | ${ms(fileMs / RUNS)} ms | ${(listMs / fileMs).toFixed(2)} |`,
  );
}

async function measureUnchanged({ url, get, cpu }: ListChild): Promise<void> {
  const { headers } = await get(`${url}${LIST}`);
  const request = () => get(`${url}${LIST}`, { "if-none-match": headers.etag ?? "" });
  await printRefresh("nothing changed (304)", cpu, request);
}

async function measureRefresh({ url, get, cpu, change }: ListChild, encoding: string): Promise<void> {
  const { headers } = await get(`${url}${LIST}`);
  const since = new Date(Date.parse(String(headers["x-as-of"])) + 10_000).toISOString();
  await change(CHANGED);
  const refresh = () => get(`${url}${LIST}&filter_online_after=${since}`, { "accept-encoding": encoding });
  await waitUntilListed(() => get(`${url}${LIST}&filter_online_after=${since}`, { "accept-encoding": "identity" }));
  await printRefresh(`${CHANGED} changed, ${encoding}`, cpu, refresh);
}

async function printRefresh(name: string, cpu: () => Promise<number>, refresh: () => Promise<unknown>): Promise<void> {
  const { median, p95 } = await measure(refresh, REFRESHES);
  const used = await cpuOf(cpu, async () => {
    for (let run = 0; run < REFRESHES; run += 1) await refresh();
  });
  console.log(`| ${name} | ${ms(used / REFRESHES)} ms | ${ms(median)} ms | ${ms(p95)} ms |`);
}

/** The server notices a change shortly after it is stored. */
async function waitUntilListed(load: () => Promise<{ body: Buffer }>): Promise<void> {
  for (;;) {
    const { body } = await load();
    if (z.array(z.unknown()).parse(JSON.parse(body.toString())).length >= CHANGED) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function cpuOf(cpu: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await cpu();
  await work();
  return (await cpu()) - before;
}
