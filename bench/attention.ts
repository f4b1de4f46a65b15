import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { percentile } from "../server/test/percentile.ts";
import { goal, ms } from "./measure.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { openSystem } from "./system.ts";

/*
 * What Attention requests with 5,000 alerts that stand and 30,000 that have ended, while the whole fleet reports. Requests follow each other with a
 * pause, as those of open pages do. Beside it, a request that a bare server in the same process answers, and a whole round of pages to the last.
 *
 * node bench/attention.ts [--stations 10000] [--quiet]
 */
const ALERTS = 5_000;
const ROUNDS = 100;
const PAUSE_MS = 20;
/** The goal for the p95 of every request. */
const MOST_MS = 50;
const LIST = "/api/alerts";

const page = z.object({ next: z.string().nullable() });
const listed = z.object({ alerts: z.array(z.object({ id: z.int() })), next: z.string() });

const fleet = fleetOptions(10_000);
const system = await openSystem(fleet);
try {
  console.log(`${circumstances(fleet)}; ${ALERTS} alerts`);
  await system.fillAlerts(ALERTS);
  const { alerts, next } = listed.parse(await read(`${system.url}${LIST}`));
  const requests = [
    ["a bare server in the same process", await system.unchanged()],
    ["first page", `${system.url}${LIST}`],
    ["second page", `${system.url}${LIST}?cursor=${next}`],
    ["acknowledged by me", `${system.url}${LIST}?own=mine&section=acknowledged`],
    ["a search", `${system.url}${LIST}?q=99`],
    ["those that ended", `${system.url}${LIST}?section=ended`],
    ["counts", `${system.url}${LIST}/summary`],
    ["one alert", `${system.url}${LIST}/${alerts[0]?.id}`],
  ] as const;
  const times = new Map<string, number[]>(requests.map(([name]) => [name, []]));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [name, url] of requests) {
      const start = performance.now();
      const { status } = await system.get(url);
      if (round >= 0) times.get(name)?.push(performance.now() - start);
      if (status >= 400) throw new Error(`${url} returned ${status}.`);
      await sleep(PAUSE_MS);
    }
  }
  console.log("\n| request | median | p95 | goal |\n|---|---|---|---|");
  for (const [name] of requests) {
    const of = times.get(name) ?? [];
    const [median, p95] = [percentile(of, 0.5), percentile(of, 0.95)];
    const reached = goal(`p95 ${MOST_MS} ms`, p95 <= MOST_MS);
    console.log(`| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${reached} |`);
  }
  await readAll();
} finally {
  await system.stop();
}

/** How long all pages take, one after the other. */
async function readAll(): Promise<void> {
  const start = performance.now();
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages += 1) {
    cursor = page.parse(await read(`${system.url}${LIST}${cursor && `?cursor=${cursor}`}`)).next;
  }
  console.log(`| all ${pages} pages | ${ms((performance.now() - start) / pages)} ms each | | |`);
}

async function read(url: string): Promise<unknown> {
  const { status, body } = await system.get(url);
  if (status >= 400) throw new Error(`${url} returned ${status}: ${body.toString()}`);
  return JSON.parse(body.toString());
}
