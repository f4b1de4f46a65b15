import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFleet } from "../../simulator/src/index.ts";
import { testDatabase } from "./database.ts";
import { killableServer } from "./killable-server.ts";
import { percentile } from "./percentile.ts";
import { simulated } from "./simulator.ts";
import { addStations } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const FULL = process.env["RECONNECTING_STATIONS"];
const STATIONS = Number(FULL ?? 300);
const LONG_WAIT = { timeout: 120_000, interval: 200 };
/** In how much time all stations report again, and how long 95 % of the calls may take for some time from the break, when no other tests run. */
const [LONGEST_S, P95_MS] = FULL === undefined ? [Infinity, Infinity] : [30, 500];
const CALLING_S = FULL === undefined ? 0 : 10;

test(`${STATIONS} stations reconnect at once, and the API answers meanwhile`, async ({ onTestFinished }) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "reconnecting-"));
  const server = killableServer({ DATABASE_URL, DATA_DIR });
  onTestFinished(async () => {
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  const { url, brokerUrl } = await server.start();
  const names = await addStations(db, STATIONS);
  const fleet = await startFleet({
    broker: brokerUrl,
    fleet: { v: 1, stations: names.map((name) => simulated(name, [])) },
    connectingAtOnce: Infinity,
    log: () => {},
  });
  onTestFinished(() => fleet.stop());
  const reporting = () => fleet.stations.filter((station) => station.isReporting()).length;
  await expect.poll(reporting, LONG_WAIT).toBe(STATIONS);

  const call = await signIn(url);
  const brokenAt = performance.now();
  for (const station of fleet.stations) station.breakLink();
  expect(reporting()).toBe(0);
  const statuses = new Set<number>();
  const waits: number[] = [];
  let seconds: number | null = null;
  const isOver = async () => {
    const askedAt = performance.now();
    statuses.add((await call("/stations?include_telemetry=true")).status);
    waits.push(performance.now() - askedAt);
    const passed = (performance.now() - brokenAt) / 1_000;
    if (reporting() === STATIONS) seconds ??= passed;
    return seconds !== null && passed >= CALLING_S;
  };
  await expect.poll(isOver, { ...LONG_WAIT, interval: 50 }).toBe(true);
  const [p95, longest] = [percentile(waits, 0.95), percentile(waits, 1)];
  process.stdout.write(
    `figure: all report again after ${Number(seconds).toFixed(1)} s; ${waits.length} calls, p95 ${p95.toFixed(0)} ms, longest ${longest.toFixed(0)} ms\n`,
  );
  expect([...statuses]).toEqual([200]);
  expect(seconds).toBeLessThan(LONGEST_S);
  expect(p95).toBeLessThan(P95_MS);
  const linked = () => db.selectFrom("station_states").select("linked").where("linked", "=", true).execute();
  await expect.poll(async () => (await linked()).length, LONG_WAIT).toBe(STATIONS);
}, 300_000);
