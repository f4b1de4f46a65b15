import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIRTH_CODES } from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { onTestFinished, expect, test } from "vitest";
import { randomFrom, type FleetStation } from "./model/index.ts";
import { startBroker } from "../test/broker.ts";
import { fakeClock } from "../test/fake-clock.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import type { Clock } from "./clock.ts";
import { readFaults, type PlannedFault } from "./faults/index.ts";
import { startFleet } from "./fleet.ts";

type Broker = Awaited<ReturnType<typeof startBroker>>;
type Running = { broker: Broker; stations: FleetStation[]; statePath?: string; clock?: Clock; faults?: PlannedFault[] };

const name = fleetStation().name;

async function openBroker(options?: Parameters<typeof startBroker>[0]): Promise<Broker> {
  const broker = await startBroker(options);
  onTestFinished(() => broker.stop());
  return broker;
}

async function openFleet({ broker, stations, ...options }: Running) {
  const warnings: string[] = [];
  const log = (sentence: string) => void warnings.push(sentence);
  const fleet = await startFleet({
    broker: broker.url,
    fleet: { v: 1, stations },
    log,
    ...options,
  });
  onTestFinished(() => fleet.stop());
  return { fleet, warnings };
}

async function newStatePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "state.jsonl");
}

function messagesOf(broker: Broker, kind: string): Broker["received"] {
  return broker.received.filter((message) => message.kind === kind);
}

test("a station sends its birth, waits for the answer, then sends snapshots", async () => {
  const broker = await openBroker();
  const { fleet } = await openFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length >= 2);
  const [birth, ...rest] = broker.received;
  expect(birth).toMatchObject({ kind: "birth", station: name, payload: { boot: 1, seq: 1, data: { config: null } } });
  expect(rest.map(({ kind }) => kind)).not.toContain("birth");
  const seqs = messagesOf(broker, "tele").map(({ payload }) => "seq" in payload && payload.seq);
  expect(seqs).toStrictEqual(seqs.map((_, index) => index + 2));
  expect(fleet.station(name)?.isReporting()).toBe(true);
});

test("swaps and temperatures set by a test are reported", async () => {
  const broker = await openBroker();
  const { fleet } = await openFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length > 0);
  fleet.station(name)?.swapNow();
  fleet.station(name)?.setTemperatureF(85);
  const hasReported = () =>
    messagesOf(broker, "tele").some(({ payload }) => {
      const status = "data" in payload && "snapshot" in payload.data && payload.data.snapshot.status;
      return status && status.swaps_performed === 1_001 && status.internal_temperature === 85;
    });
  await broker.until(hasReported);
  expect(hasReported()).toBe(true);
});

test("a station that disconnects sends its death, and no message after it", async () => {
  const broker = await openBroker();
  const { fleet } = await openFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length > 0);
  await fleet.stop();
  await expect.poll(broker.connected).toBe(0);
  expect(broker.received.at(-1)).toStrictEqual({ kind: "death", station: name, payload: { v: 1, boot: 1, seq: 1 } });
});

test("a station that was taken offline comes back with the same boot counter and a later sequence number", async () => {
  const broker = await openBroker();
  const { fleet } = await openFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length > 0);
  await fleet.station(name)?.goOffline();
  const last = broker.received.findLast(({ kind }) => kind === "tele");
  fleet.station(name)?.goOnline();
  await broker.until(() => messagesOf(broker, "birth").length === 2);
  const [, again] = messagesOf(broker, "birth");
  expect(again?.payload).toMatchObject({ boot: 1 });
  expect(again && "seq" in again.payload && again.payload.seq).toBeGreaterThan(
    (last && "seq" in last.payload && last.payload.seq) || Infinity,
  );
});

test("each start increases the boot counter and keeps the swap count", async () => {
  const broker = await openBroker({ pace: { min: 0.02, max: 60 } });
  const statePath = await newStatePath();
  const first = await openFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => messagesOf(broker, "birth").length === 1);
  first.fleet.station(name)?.swapNow();
  await first.fleet.stop();
  await openFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => messagesOf(broker, "birth").length === 2);
  const [, second] = messagesOf(broker, "birth");
  expect(second?.payload).toMatchObject({ boot: 2, data: { snapshot: { status: { swaps_performed: 1_001 } } } });
});

test("a station with a new secret starts with its own counters, not with those of the former station of that name", async () => {
  const broker = await openBroker();
  const statePath = await newStatePath();
  const first = await openFleet({ broker, stations: [fleetStation({ swaps_performed: 5_000 })], statePath });
  await broker.until(() => messagesOf(broker, "birth").length === 1);
  await first.fleet.stop();
  const replacement = fleetStation({ password: "another secret of enough characters" });
  await openFleet({ broker, stations: [replacement], statePath });
  await broker.until(() => messagesOf(broker, "birth").length === 2);
  const [, second] = messagesOf(broker, "birth");
  expect(second?.payload).toMatchObject({ boot: 1, data: { snapshot: { status: { swaps_performed: 1_000 } } } });
});

test("a station that is behind reconnects with a boot counter above the one the server knows, and saves it", async () => {
  const known = 41;
  const answer = (boot: number) => ({ code: boot > known ? BIRTH_CODES.accepted : BIRTH_CODES.behind, boot: known });
  const broker = await openBroker({ answer });
  const statePath = await newStatePath();
  const { fleet } = await openFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => messagesOf(broker, "tele").length > 0);
  expect(messagesOf(broker, "birth").map(({ payload }) => "boot" in payload && payload.boot)).toStrictEqual([
    1,
    known + 1,
  ]);
  await fleet.stop();
  await openFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => messagesOf(broker, "birth").length === 3);
  expect(messagesOf(broker, "birth").at(-1)?.payload).toMatchObject({ boot: known + 2 });
});

test.each(["unknown", "rejected"] as const)(
  "a station whose birth is %s says why, once, and waits long",
  async (how) => {
    let births = 0;
    const answer = (boot: number) => ({ code: ++births < 3 ? BIRTH_CODES[how] : BIRTH_CODES.accepted, boot });
    const broker = await openBroker({ answer });
    const waits: number[] = [];
    const clock = fakeClock(MONDAY);
    const after: Clock["after"] = (ms, run) => {
      waits.push(ms);
      return clock.after(ms, run);
    };
    const { warnings, fleet } = await openFleet({ broker, stations: [fleetStation()], clock: { ...clock, after } });
    for (const times of [1, 2]) {
      clock.advance(MINUTE_MS);
      await broker.until(() => births === times);
      await expect.poll(() => waits.filter((ms) => ms > MINUTE_MS / 2 && ms <= MINUTE_MS)).toHaveLength(times);
    }
    clock.advance(MINUTE_MS);
    await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
    expect(warnings).toStrictEqual([
      `${name} is not connected: the server rejected the birth message: Rejected. It keeps trying.`,
    ]);
  },
);

const schedule = (...faults: object[]) => readFaults(JSON.stringify({ v: 1, faults }), "the schedule");

test("duplicated and reordered births, commands and answers are each handled once", async () => {
  const broker = await openBroker();
  const faults = schedule({ fault: "duplicate", times: 2 }, { fault: "reorder", within_ms: 50 });
  const { fleet } = await openFleet({ broker, stations: [fleetStation()], faults });
  await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
  const command = { v: 1, instance: "one", expires_at: MINUTE_MS, data: {} } as const;
  broker.sendCommand(name, { ...command, id: "a", name: "ping" });
  broker.sendCommand(name, { ...command, id: "b", name: "unheard-of" });
  // Each command arrives three times, and so does each answer.
  await broker.until(() => messagesOf(broker, "cmd_ack").length === 18);
  const answers = new Set(messagesOf(broker, "cmd_ack").map(({ payload }) => JSON.stringify(payload)));
  expect([...answers].toSorted().map((text) => JSON.parse(text))).toMatchObject([
    { id: "a", code: 0 },
    { id: "b", code: 1 },
  ]);
  await broker.until(() => messagesOf(broker, "birth").length === 3);
  expect(fleet.station(name)?.isReporting()).toBe(true);
});

test("a birth that is lost is sent again on a new connection", async () => {
  const broker = await openBroker();
  const clock = fakeClock(MONDAY);
  const faults = schedule({ fault: "drop", share: 1, for_s: 20 });
  const { fleet } = await openFleet({ broker, stations: [fleetStation()], faults, clock });
  clock.advance(SECOND_MS);
  await expect.poll(broker.connected).toBe(1);
  const isBack = () => {
    clock.advance(2 * SECOND_MS);
    return fleet.station(name)?.isReporting();
  };
  await expect.poll(isBack).toBe(true);
  expect(messagesOf(broker, "birth")[0]?.payload).not.toMatchObject({ seq: 1 });
});

test("a station with a wrong secret sends nothing, and the others do", async () => {
  const broker = await openBroker({ secret: fleetStation().password });
  const stranger = fleetStation({ name: "gc-00000000ffff", password: "not the right secret" });
  const { warnings } = await openFleet({ broker, stations: [stranger, fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length > 1);
  await expect.poll(() => warnings).toEqual([expect.stringContaining(`${stranger.name} is not connected: `)]);
  expect(new Set(broker.received.map(({ station }) => station))).toStrictEqual(new Set([name]));
});

test("an offline station does not connect until goOnline", async () => {
  const broker = await openBroker();
  const away = fleetStation({
    name: "gc-00000000a002",
    behaviour: { link: "offline", faults: [], swaps_per_day: 10 },
  });
  const { fleet } = await openFleet({ broker, stations: [away, fleetStation()] });
  await broker.until(() => messagesOf(broker, "tele").length > 2);
  expect(broker.received.map(({ station }) => station)).not.toContain(away.name);
  fleet.station(away.name)?.goOnline();
  await broker.until(() => broker.received.some(({ station }) => station === away.name));
  expect(fleet.station("nobody")).toBeUndefined();
});

test("a flapping station loses its link and reconnects, again and again", async () => {
  const broker = await openBroker({ pace: { min: 10, max: 60 } });
  const clock = fakeClock(MONDAY);
  const flapping = fleetStation({ behaviour: { link: "flapping", faults: [], swaps_per_day: 10 } });
  const { fleet } = await openFleet({ broker, stations: [flapping], clock });
  for (const times of [1, 2]) {
    clock.advance(5 * MINUTE_MS);
    await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
    clock.advance(8 * MINUTE_MS);
    await broker.until(() => messagesOf(broker, "death").length === times);
    expect(fleet.station(name)?.isReporting()).toBe(false);
  }
  expect(messagesOf(broker, "birth")).toHaveLength(2);
});

test("60 stations of all types in one process are all accepted and report", async () => {
  const broker = await openBroker({ pace: { min: 0.1, max: 0.5 } });
  const random = randomFrom(7);
  const stations = Array.from({ length: 60 }, (_, index) =>
    fleetStation({
      name: `gc-${String(index).padStart(12, "0")}`,
      seed: index,
      station_type: random.pick(["atlas", "universal", "global"]),
    }),
  );
  const { fleet } = await openFleet({ broker, stations });
  const reported = () => new Set(messagesOf(broker, "tele").map(({ station }) => station)).size;
  await broker.until(() => reported() === stations.length);
  expect(fleet.stations.every((station) => station.isReporting())).toBe(true);
  expect(messagesOf(broker, "birth")).toHaveLength(stations.length);
});
