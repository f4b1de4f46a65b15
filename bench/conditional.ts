import { setTimeout as sleep } from "node:timers/promises";
import { circumstances, fleetOptions } from "./fleet.ts";
import { openSystem, type System } from "./system.ts";
import { goal } from "./measure.ts";

/*
 * What conditional requests cost the server when nothing has changed, against a bare `node:http` server in the same process that
 * answers every request with 304. No station reports, since the list would change with every snapshot: `--quiet` is its only way.
 *
 * node bench/conditional.ts [--stations 1000]
 */
const fleet = { ...fleetOptions(1_000), reporting: 0 };
const CONNECTIONS = 8;
const ROUNDS = 5;
const REQUESTS = 4_000;

const child = await openSystem(fleet);
try {
  console.log(circumstances(fleet));
  console.log(
    `\n| ${fleet.stations} stations | CPU a request | of the bare server | requests a second | goal |\n|---|---|---|---|---|`,
  );
  const bare = await child.unchanged();
  const list = `${child.url}/api/stations?include_support_metrics=true&include_telemetry=true`;
  const etag = await settledTag(child, list);
  const requests = {
    "bare server": { url: bare, etag: '"1"' },
    list: { url: list, etag },
    "list, changes since": { url: list, etag, poll: true },
  };
  await compare(child, requests);
} finally {
  await child.stop();
}

/** A `poll` asks for the changes since a time, another one each time, as the console does. */
type Request = { url: string; etag: string; poll?: boolean };
type Cost = { cpuUs: number; perSecond: number };

/** The entity tag after it has stopped changing: just after its start, the server still finds out which stations are silent. */
async function settledTag({ get }: System, url: string): Promise<string> {
  for (let previous = ""; ;) {
    const { etag = "" } = (await get(url)).headers;
    if (etag === previous) return etag;
    previous = etag;
    await sleep(2_000);
  }
}

/** Measures the requests alternately, several times, so that other load on the machine affects all of them alike. */
async function compare(server: System, requests: Record<string, Request>): Promise<void> {
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, request] of Object.entries(requests)) {
      const cost = await costOf(server, request);
      if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  const bare = cheapest(costs.get("bare server") ?? []);
  for (const [name, all] of costs) {
    const { cpuUs, perSecond } = cheapest(all);
    const half = goal("half of the bare server's rate", perSecond >= bare.perSecond / 2);
    console.log(
      `| ${name} | ${cpuUs.toFixed(0)} µs | ${(cpuUs / bare.cpuUs).toFixed(2)} | ${perSecond.toFixed(0)} | ${half} |`,
    );
  }
}

function cheapest(costs: readonly Cost[]): Cost {
  return costs.toSorted((a, b) => a.cpuUs - b.cpuUs)[0] ?? { cpuUs: 0, perSecond: 0 };
}

async function costOf({ cpu, get }: System, { url, etag, poll }: Request): Promise<Cost> {
  const [cpuBeforeMs, startMs] = [await cpu(), performance.now()];
  const connection = async () => {
    for (let nth = 0; nth < REQUESTS / CONNECTIONS; nth += 1) {
      const since = new Date(Date.now() + nth).toISOString();
      const { status } = await get(poll ? `${url}&filter_online_after=${since}` : url, { "if-none-match": etag });
      if (status !== 304) throw new Error(`${url} returned ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - startMs) / 1_000;
  return { cpuUs: (((await cpu()) - cpuBeforeMs) * 1_000) / REQUESTS, perSecond: REQUESTS / seconds };
}
