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

async function aBroker(options?: Parameters<typeof startBroker>[0]): Promise<Broker> {
  const broker = await startBroker(options);
  onTestFinished(() => broker.stop());
  return broker;
}

async function aStation(broker: Broker, statePath?: string) {
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

async function aStatePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "state.jsonl");
}

function events(broker: Broker) {
  return broker.said.flatMap((message) => (message.kind === "event" ? [message.payload.data] : []));
}

function births(broker: Broker) {
  return broker.said.flatMap((message) => (message.kind === "birth" ? [message.payload] : []));
}

function historical(broker: Broker) {
  return broker.said.flatMap((message) =>
    message.kind === "tele" && message.payload.data.historical ? [message.payload.data.snapshot] : [],
  );
}

test("a swap is told as an event, and again under the same id if the answer to it was lost", async () => {
  const broker = await aBroker();
  const { station } = await aStation(broker);
  await broker.until(() => broker.said.some(({ kind }) => kind === "tele"));
  station.swapNow();
  await broker.until(() => events(broker).length > 0);
  await station.goOffline();
  station.goOnline();
  await broker.until(() => births(broker).length === 2 && broker.said.at(-1)?.kind === "tele");
  expect(events(broker)[0]).toMatchObject({ kind: "swap", facts: {} });
  expect(new Set(events(broker).map(({ event_id }) => event_id)).size).toBe(1);
});

test("what happens while the link is down is told when it is back, with how the station was then", async () => {
  const broker = await aBroker();
  const { station } = await aStation(broker);
  await broker.until(() => births(broker).length === 1);
  await station.goOffline();
  for (let turn = 0; turn < 3; turn++) station.swapNow();
  station.goOnline();
  await broker.until(() => events(broker).length === 3 && historical(broker).length === 3);
  expect(births(broker)).toMatchObject([{ data: { untold_swaps: 0 } }, { data: { untold_swaps: 3 } }]);
  const swaps = historical(broker).map(({ status }) => status?.swaps_performed);
  expect(swaps).toEqual([1_001, 1_002, 1_003]);
});

test("an event that was never acknowledged is told again after the station was switched off and on", async () => {
  const statePath = await aStatePath();
  const deaf = await aBroker({ isStored: () => false });
  const first = await aStation(deaf, statePath);
  await deaf.until(() => births(deaf).length === 1);
  first.station.swapNow();
  await deaf.until(() => events(deaf).length > 0);
  await first.fleet.stop();
  const broker = await aBroker();
  const second = await aStation(broker, statePath);
  await broker.until(() => events(broker).length > 0);
  expect(events(broker)).toEqual(events(deaf).slice(0, 1));
  // It has heard the answer to the event by the time it answers to this.
  broker.ask(name, { v: 1, id: "a", name: "ping", instance: "one", expires_at: MINUTE_MS, data: {} });
  await broker.until(() => broker.said.some(({ kind }) => kind === "cmd_ack"));
  await second.fleet.stop();
  await aStation(broker, statePath);
  await broker.until(() => births(broker).length === 2);
  expect(births(broker).at(-1)).toMatchObject({ data: { untold_swaps: 0 } });
});
