import { expect, test } from "vitest";
import { startFleet } from "../../simulator/src/index.ts";
import { embeddedServer } from "./embedded-server.ts";
import { simulated } from "./simulator.ts";
import { addStation } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const STATIONS = Number(process.env["RECONNECTING_STATIONS"] ?? 300);
const LONG_WAIT = { timeout: 120_000, interval: 200 };

test(`${STATIONS} stations reconnect at once, and the API answers meanwhile`, async ({ onTestFinished }) => {
  const server = await embeddedServer();
  onTestFinished(() => server.stop());
  const { id: org_id } = await server.db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
  const names = Array.from({ length: STATIONS }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
  for (const name of names) await addStation(server.db, { name, org_id });
  const fleet = await startFleet({
    broker: server.brokerUrl,
    fleet: { v: 1, stations: names.map((name) => simulated(name, [])) },
    connectingAtOnce: Infinity,
    log: () => {},
  });
  onTestFinished(() => fleet.stop());
  const reporting = () => fleet.stations.filter((station) => station.isReporting()).length;
  await expect.poll(reporting, LONG_WAIT).toBe(STATIONS);

  for (const station of fleet.stations) station.breakLink();
  expect(reporting()).toBe(0);
  const call = await signIn(server.url);
  const statuses = new Set<number>();
  const shownOnline = async () => {
    statuses.add((await call("/stations?include_telemetry=true")).status);
    return reporting();
  };
  await expect.poll(shownOnline, LONG_WAIT).toBe(STATIONS);
  expect([...statuses]).toEqual([200]);
  const linked = () => server.db.selectFrom("station_states").select("linked").where("linked", "=", true).execute();
  await expect.poll(async () => (await linked()).length).toBe(STATIONS);
}, 300_000);
