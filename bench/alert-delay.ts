import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { usualRules } from "@groundcrew/shared/alerts";
import { z } from "zod";
import { percentile } from "../server/test/percentile.ts";
import { logIn } from "./console.ts";
import { openMeasuredStation } from "./live/measured-station.ts";
import { goal } from "./measure.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { openSystem } from "./system.ts";

/*
 * How long it takes from an error that a station reports until the message of a rule about errors is received, beyond the 30 s for which messages
 * wait for others, while the whole fleet reports.
 *
 * node bench/alert-delay.ts [--stations 10000] [--quiet]
 */
const SAMPLES = 20;
/** A channel sends ten messages a minute. */
const EVERY_MS = 7_000;
const CONFIRMED_MS = 3_000;
const WAIT_MS = 30_000;
const STATIONS = Array.from({ length: SAMPLES }, (_, nth) => `gc-${(0xbf0000000000 + nth).toString(16)}`);

const created = z
  .object({ id: z.int() })
  .or(z.object({ channel: z.object({ id: z.int() }) }).transform(({ channel }) => channel));

const listed = z.object({ rules: z.array(z.object({ id: z.int(), rev: z.int() })) });

const fleet = fleetOptions(10_000);
const system = await openSystem(fleet);
const receivedAt = new Map<string, number>();
const receiver = createServer(async (request, response) => {
  const at = Date.now();
  const body = await text(request);
  for (const station of STATIONS) if (body.includes(station) && !receivedAt.has(station)) receivedAt.set(station, at);
  response.writeHead(204).end();
}).listen(0, "127.0.0.1");
try {
  console.log(circumstances(fleet));
  await addRule();
  const delays = await measureDelays();
  const at = (share: number) => `${(percentile(delays, share) / 1_000).toFixed(2)} s`;
  console.log("\n| fact → message received, without the 30 s | median | p95 | longest | goal |\n|---|---|---|---|---|");
  console.log(
    `| ${delays.length} of ${SAMPLES} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${goal("p95 5 s", percentile(delays, 0.95) <= 5_000)} |`,
  );
} finally {
  receiver.close();
  await system.stop();
}

/** Adds the measured stations, and a rule about their errors that posts to the receiver. */
async function addRule(): Promise<void> {
  for (const station of STATIONS) await system.addStation(station);
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  const kind = { kind: "webhook", name: "Receiver", address: `http://127.0.0.1:${port}/`, secret: null };
  const channel = await post("/api/channels", kind);
  await switchOffOthers();
  const [usual] = usualRules();
  await post("/api/alert-rules", {
    ...usual,
    name: "Any error",
    condition: { kind: "error_rate", errors: 1, minutes: 60 },
    scope: { kind: "stations", names: STATIONS },
    channels: [channel],
    group_by: "alert",
  });
}

/** Switches off the rules of the demo: one is about groups of errors, into which the alerts that are measured would be grouped. */
async function switchOffOthers(): Promise<void> {
  const { rules } = listed.parse(await call("GET", "/api/alert-rules"));
  for (const { id, rev } of rules) {
    await call("PATCH", `/api/alert-rules/${id}`, { enabled: false, reason: null, rev });
  }
}

/** Posts something, and returns its id. */
async function post(path: string, body: object): Promise<number> {
  return created.parse(await call("POST", path, body)).id;
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const cookie = await logIn(system.url);
  const headers = { cookie, "content-type": "application/json", "idempotency-key": path };
  const response = await fetch(`${system.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const reply = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${reply}`);
  return JSON.parse(reply);
}

/** One station after the other reports an error. */
async function measureDelays(): Promise<number[]> {
  const sentAt = new Map<string, number>();
  for (const name of STATIONS) {
    const station = await openMeasuredStation(system.brokerUrl, name);
    // An event before the birth is confirmed is not accepted; a real station would send it again.
    await sleep(CONFIRMED_MS);
    sentAt.set(name, await station.sendError());
    await sleep(EVERY_MS - CONFIRMED_MS);
    await station.close();
  }
  await sleep(WAIT_MS + 2 * EVERY_MS);
  return [...receivedAt].map(([name, at]) => at - (sentAt.get(name) ?? at) - WAIT_MS);
}
