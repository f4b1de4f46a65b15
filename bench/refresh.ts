import { setTimeout as sleep } from "node:timers/promises";
import { circumstances, fleetOptions } from "./fleet.ts";
import { openStations, openSubject } from "./ingest/children.ts";
import { goal } from "./measure.ts";
import { cell, costOf, verdict } from "./request-cost.ts";
import { openClient } from "./system.ts";

/*
 * What a console's refresh costs the server, and its size, when nothing but volatile fields has changed since the minute before: every station sends
 * a snapshot every ten seconds that differs from the one before in its time alone, or in its temperature and uptime too.
 *
 * node bench/refresh.ts [--stations 10000] [--quiet] [--seconds 30]
 */
const fleet = fleetOptions(10_000);
const EVERY_MS = 10_000;
const BYTES = 3_300;
const GOAL = { bytes: 100_000, cpuMs: 5 } as const;
/** More than the minute that a refresh goes back, so that the births are not part of it. */
const SETTLE_MS = 90_000;
const CHANGES = [
  ["times of contact", 1],
  ["times of contact, temperature and uptime", 1_000],
] as const;

const subject = await openSubject("server");
const stations = openStations();
const client = await openClient(subject.url);
try {
  console.log(circumstances(fleet));
  console.log("\n| all that has changed | whole rows | as sent, zstd | CPU a request | mean | goals |");
  console.log("|---|---|---|---|---|---|");
  await subject.add(fleet.stations);
  for (const [what, variants] of CHANGES) await measure(what, variants);
} finally {
  client.close();
  await stations.stop();
  await subject.stop();
}

async function measure(what: string, variants: number): Promise<void> {
  const load = { port: subject.port, count: fleet.reporting, bytes: BYTES, variants, isPlain: false };
  await stations.send({ kind: "connect", ...load });
  await stations.send({ kind: "pace", everyMs: EVERY_MS, isPatient: true });
  await sleep(SETTLE_MS);
  const requestAs = (encoding: string) => {
    const since = new Date(Date.now() - 70_000).toISOString();
    const url = `${subject.url}/api/stations?include_support_metrics=true&include_telemetry=true&compact=true`;
    return client.get(`${url}&filter_online_after=${since}`, { "accept-encoding": encoding });
  };
  const items: object[] = JSON.parse((await requestAs("identity")).body.toString());
  const rows = items.filter((item) => !("volatile" in item)).length;
  const request = () => requestAs("zstd");
  const { body } = await request();
  const { median, mean } = await costOf(async () => (await subject.used()).serverMs, { perSecond: 1, request });
  const goals = [
    goal(`${GOAL.bytes} bytes`, body.length <= GOAL.bytes),
    verdict(`${GOAL.cpuMs} ms`, { ...median, value: median.value - GOAL.cpuMs }),
  ];
  console.log(`| ${[what, rows, `${body.length} bytes`, cell(median), cell(mean), goals.join("; ")].join(" | ")} |`);
  await stations.send({ kind: "pause" });
}
