import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { percentile } from "../server/test/percentile.ts";
import { openConsole, type Console } from "./console.ts";
import { openStations, openSubject } from "./ingest/children.ts";
import { goal, machine, ms } from "./measure.ts";

/*
 * A fleet that sends a snapshot every ten seconds for ten minutes: how long it takes from the receipt of a snapshot until the console's
 * list has it. A client polls for changes as a console does, and uses the arrival time of the response, so figures can be too high by the
 * duration of one poll. `--quiet` changes nothing here, because the fleet is what is measured.
 *
 * node bench/fleet-load.ts [--stations 10000] [--every 10] [--minutes 10] [--bytes 3300]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    stations: text("10000"),
    every: text("10"),
    minutes: text("10"),
    bytes: text("3300"),
    quiet: { type: "boolean" },
  },
});
const [STATIONS, EVERY_S, MINUTES] = [Number(values.stations), Number(values.every), Number(values.minutes)];

console.log(`${machine()}; ${STATIONS} stations, a snapshot every ${EVERY_S} s, ${MINUTES} minutes`);
const subject = await openSubject("server");
const stations = openStations();
try {
  await subject.add(STATIONS);
  const load = { port: subject.port, count: STATIONS, bytes: Number(values.bytes), isPlain: false };
  await stations.send({ kind: "connect", ...load });
  await stations.send({ kind: "pace", everyMs: EVERY_S * 1_000, isPatient: true });
  await sleep(2 * EVERY_S * 1_000);
  await watch(await openConsole(subject.url));
} finally {
  await stations.stop();
  await subject.stop();
}

/** Polls for changes until the time is up, and prints the result. */
async function watch(open: Console): Promise<void> {
  const before = { ...(await subject.used()), stored: await subject.stored(), ...(await stations.published()) };
  const startMs = performance.now();
  const { delays, responses } = await open.watchList(MINUTES * 60_000);
  const seconds = (performance.now() - startMs) / 1_000;
  const used = await subject.used();
  const published = await stations.published();
  const stored = (await subject.stored()) - before.stored;
  print(delays, "from receipt to board");
  console.log(goal("p99 500 ms", percentile(delays, 0.99) <= 500));
  print(responses, "response with the list of changes");
  const cores = (used.serverMs - before.serverMs + used.databaseMs - before.databaseMs) / seconds / 1_000;
  console.log(
    `${published.acknowledged - before.acknowledged} sent, ${stored} stored, ${(stored / seconds).toFixed(0)} a second; ` +
      `server and PostgreSQL used ${cores.toFixed(2)} cores`,
  );
}

function print(times: number[], what: string): void {
  const at = (share: number) => ms(percentile(times, share));
  console.log(
    `${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, maximum ${at(1)} ms (${times.length})`,
  );
}
