import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, onTestFinished, test } from "vitest";
import { startBroker } from "../test/broker.ts";
import { fleetStation } from "../test/fleet-station.ts";
import { startFleet } from "./fleet.ts";

const name = fleetStation().name;
const QUIET = fleetStation({ behaviour: { link: "steady", faults: [], swaps_per_day: 0 } });

type Broker = Awaited<ReturnType<typeof startBroker>>;

async function openBroker(options?: Parameters<typeof startBroker>[0]): Promise<Broker> {
  const broker = await startBroker(options);
  onTestFinished(() => broker.stop());
  return broker;
}

async function openStation(broker: Broker, statePath?: string) {
  const fleet = await startFleet({
    broker: broker.url,
    fleet: { v: 1, stations: [QUIET] },
    log: () => {},
    ...(statePath !== undefined && { statePath }),
  });
  onTestFinished(() => fleet.stop());
  const station = fleet.station(name);
  if (!station) throw new Error("The fleet has no such station.");
  return { fleet, station };
}

async function newStatePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "state.jsonl");
}

function events(broker: Broker) {
  return broker.received.flatMap((message) => (message.kind === "event" ? [message.payload.data] : []));
}

function births(broker: Broker) {
  return broker.received.flatMap((message) => (message.kind === "birth" ? [message.payload] : []));
}

function historical(broker: Broker) {
  return broker.received.flatMap((message) =>
    message.kind === "tele" && message.payload.data.historical ? [message.payload.data.snapshot] : [],
  );
}

test("a swap is sent as an event, and again with the same id if the acknowledgement was lost", async () => {
  const broker = await openBroker();
  const { station } = await openStation(broker);
  await broker.until(() => broker.received.some(({ kind }) => kind === "tele"));
  station.swapNow();
  await broker.until(() => events(broker).length > 0);
  await station.goOffline();
  station.goOnline();
  await broker.until(() => births(broker).length === 2 && broker.received.at(-1)?.kind === "tele");
  expect(events(broker)[0]).toMatchObject({ kind: "swap", facts: {} });
  expect(new Set(events(broker).map(({ event_id }) => event_id)).size).toBe(1);
});

test("events and snapshots from while the link is down are sent when it is up again", async () => {
  const broker = await openBroker();
  const { station } = await openStation(broker);
  await broker.until(() => births(broker).length === 1);
  await station.goOffline();
  for (let turn = 0; turn < 3; turn++) station.swapNow();
  station.goOnline();
  await broker.until(() => events(broker).length === 3 && historical(broker).length === 3);
  expect(births(broker)).toMatchObject([{ data: { unsent_swaps: 0 } }, { data: { unsent_swaps: 3 } }]);
  const swaps = historical(broker).map(({ status }) => status?.swaps_performed);
  expect(swaps).toEqual([1_001, 1_002, 1_003]);
});

test("an event that was not acknowledged is sent again after a restart of the station", async () => {
  const statePath = await newStatePath();
  const silentBroker = await openBroker({ isStored: () => false });
  const first = await openStation(silentBroker, statePath);
  await silentBroker.until(() => births(silentBroker).length === 1);
  first.station.swapNow();
  await silentBroker.until(() => events(silentBroker).length > 0);
  await first.fleet.stop();
  const broker = await openBroker();
  const second = await openStation(broker, statePath);
  await broker.until(() => events(broker).length > 0);
  expect(events(broker)).toEqual(events(silentBroker).slice(0, 1));
  // By the time it answers this, it has received the acknowledgement of the event.
  broker.sendCommand(name, { v: 1, id: "a", name: "ping", instance: "one", expires_at: MINUTE_MS, data: {} });
  await broker.until(() => broker.received.some(({ kind }) => kind === "cmd_ack"));
  await second.fleet.stop();
  await openStation(broker, statePath);
  await broker.until(() => births(broker).length === 2);
  expect(births(broker).at(-1)).toMatchObject({ data: { unsent_swaps: 0 } });
});
