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

async function aBroker(options?: Parameters<typeof startBroker>[0]): Promise<Broker> {
  const broker = await startBroker(options);
  onTestFinished(() => broker.stop());
  return broker;
}

async function aFleet({ broker, stations, ...options }: Running) {
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

async function aStatePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "state.jsonl");
}

function heard(broker: Broker, kind: string): Broker["said"] {
  return broker.said.filter((message) => message.kind === kind);
}

test("a station is born, waits for the answer, then reports", async () => {
  const broker = await aBroker();
  const { fleet } = await aFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => heard(broker, "tele").length >= 2);
  const [birth, ...rest] = broker.said;
  expect(birth).toMatchObject({ kind: "birth", station: name, payload: { boot: 1, seq: 1, data: { config: null } } });
  expect(rest.map(({ kind }) => kind)).not.toContain("birth");
  const seqs = heard(broker, "tele").map(({ payload }) => "seq" in payload && payload.seq);
  expect(seqs).toStrictEqual(seqs.map((_, index) => index + 2));
  expect(fleet.station(name)?.isReporting()).toBe(true);
});

test("what a test makes happen is told over the link", async () => {
  const broker = await aBroker();
  const { fleet } = await aFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => heard(broker, "tele").length > 0);
  fleet.station(name)?.swapNow();
  fleet.station(name)?.setTemperatureF(85);
  const told = () =>
    heard(broker, "tele").some(({ payload }) => {
      const status = "data" in payload && "snapshot" in payload.data && payload.data.snapshot.status;
      return status && status.swaps_performed === 1_001 && status.internal_temperature === 85;
    });
  await broker.until(told);
  expect(told()).toBe(true);
});

test("a station that takes leave tells its death, and no message comes after it", async () => {
  const broker = await aBroker();
  const { fleet } = await aFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => heard(broker, "tele").length > 0);
  await fleet.stop();
  await expect.poll(broker.connected).toBe(0);
  expect(broker.said.at(-1)).toStrictEqual({ kind: "death", station: name, payload: { v: 1, boot: 1, seq: 1 } });
});

test("a station taken off the link comes back under the same boot with a later sequence number", async () => {
  const broker = await aBroker();
  const { fleet } = await aFleet({ broker, stations: [fleetStation()] });
  await broker.until(() => heard(broker, "tele").length > 0);
  await fleet.station(name)?.goOffline();
  const last = broker.said.findLast(({ kind }) => kind === "tele");
  fleet.station(name)?.goOnline();
  await broker.until(() => heard(broker, "birth").length === 2);
  const [, again] = heard(broker, "birth");
  expect(again?.payload).toMatchObject({ boot: 1 });
  expect(again && "seq" in again.payload && again.payload.seq).toBeGreaterThan(
    (last && "seq" in last.payload && last.payload.seq) || Infinity,
  );
});

test("each start counts one boot more and goes on with the swaps of the last", async () => {
  const broker = await aBroker({ pace: { min: 0.02, max: 60 } });
  const statePath = await aStatePath();
  const first = await aFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => heard(broker, "birth").length === 1);
  first.fleet.station(name)?.swapNow();
  await first.fleet.stop();
  await aFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => heard(broker, "birth").length === 2);
  const [, second] = heard(broker, "birth");
  expect(second?.payload).toMatchObject({ boot: 2, data: { snapshot: { status: { swaps_performed: 1_001 } } } });
});

test("a station that was set up anew starts from its own counters, not from those of its namesake", async () => {
  const broker = await aBroker();
  const statePath = await aStatePath();
  const first = await aFleet({ broker, stations: [fleetStation({ swaps_performed: 5_000 })], statePath });
  await broker.until(() => heard(broker, "birth").length === 1);
  await first.fleet.stop();
  const anew = fleetStation({ password: "another secret of enough characters" });
  await aFleet({ broker, stations: [anew], statePath });
  await broker.until(() => heard(broker, "birth").length === 2);
  const [, second] = heard(broker, "birth");
  expect(second?.payload).toMatchObject({ boot: 1, data: { snapshot: { status: { swaps_performed: 1_000 } } } });
});

test("a station that is told it is behind starts again above the boot the server knows, and remembers it", async () => {
  const known = 41;
  const answer = (boot: number) => ({ code: boot > known ? BIRTH_CODES.accepted : BIRTH_CODES.behind, boot: known });
  const broker = await aBroker({ answer });
  const statePath = await aStatePath();
  const { fleet } = await aFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => heard(broker, "tele").length > 0);
  expect(heard(broker, "birth").map(({ payload }) => "boot" in payload && payload.boot)).toStrictEqual([1, known + 1]);
  await fleet.stop();
  await aFleet({ broker, stations: [fleetStation()], statePath });
  await broker.until(() => heard(broker, "birth").length === 3);
  expect(heard(broker, "birth").at(-1)?.payload).toMatchObject({ boot: known + 2 });
});

test.each(["unknown", "rejected"] as const)(
  "a station whose birth is %s says why, once, and waits long",
  async (how) => {
    let births = 0;
    const answer = (boot: number) => ({ code: ++births < 3 ? BIRTH_CODES[how] : BIRTH_CODES.accepted, boot });
    const broker = await aBroker({ answer });
    const waits: number[] = [];
    const clock = fakeClock(MONDAY);
    const after: Clock["after"] = (ms, run) => {
      waits.push(ms);
      return clock.after(ms, run);
    };
    const { warnings, fleet } = await aFleet({ broker, stations: [fleetStation()], clock: { ...clock, after } });
    for (const times of [1, 2]) {
      clock.advance(MINUTE_MS);
      await broker.until(() => births === times);
      await expect.poll(() => waits.filter((ms) => ms > MINUTE_MS / 2 && ms <= MINUTE_MS)).toHaveLength(times);
    }
    clock.advance(MINUTE_MS);
    await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
    expect(warnings).toStrictEqual([`${name} has no link: the server refused its birth: Not now. It keeps trying.`]);
  },
);

const schedule = (...faults: object[]) => readFaults(JSON.stringify({ v: 1, faults }), "the schedule");

test("births, commands and answers that are doubled and mixed up change nothing: each is dealt with once", async () => {
  const broker = await aBroker();
  const faults = schedule({ fault: "duplicate", times: 2 }, { fault: "reorder", within_ms: 50 });
  const { fleet } = await aFleet({ broker, stations: [fleetStation()], faults });
  await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
  const asked = { v: 1, instance: "one", expires_at: MINUTE_MS, data: {} } as const;
  broker.ask(name, { ...asked, id: "a", name: "ping" });
  broker.ask(name, { ...asked, id: "b", name: "unheard-of" });
  // Each question comes three times, and three times each answer.
  await broker.until(() => heard(broker, "cmd_ack").length === 18);
  const answers = new Set(heard(broker, "cmd_ack").map(({ payload }) => JSON.stringify(payload)));
  expect([...answers].toSorted().map((text) => JSON.parse(text))).toMatchObject([
    { id: "a", code: 0 },
    { id: "b", code: 1 },
  ]);
  await broker.until(() => heard(broker, "birth").length === 3);
  expect(fleet.station(name)?.isReporting()).toBe(true);
});

test("a birth that is lost on the way is told again on another connection", async () => {
  const broker = await aBroker();
  const clock = fakeClock(MONDAY);
  const faults = schedule({ fault: "drop", share: 1, for_s: 20 });
  const { fleet } = await aFleet({ broker, stations: [fleetStation()], faults, clock });
  clock.advance(SECOND_MS);
  await expect.poll(broker.connected).toBe(1);
  const isBack = () => {
    clock.advance(2 * SECOND_MS);
    return fleet.station(name)?.isReporting();
  };
  await expect.poll(isBack).toBe(true);
  expect(heard(broker, "birth")[0]?.payload).not.toMatchObject({ seq: 1 });
});

test("a station with a wrong secret is never heard, and the others are", async () => {
  const broker = await aBroker({ secret: fleetStation().password });
  const stranger = fleetStation({ name: "gc-00000000ffff", password: "not the right secret" });
  const { warnings } = await aFleet({ broker, stations: [stranger, fleetStation()] });
  await broker.until(() => heard(broker, "tele").length > 1);
  await expect.poll(() => warnings).toEqual([expect.stringContaining(`${stranger.name} has no link: `)]);
  expect(new Set(broker.said.map(({ station }) => station))).toStrictEqual(new Set([name]));
});

test("an offline station stays away until it is told to come", async () => {
  const broker = await aBroker();
  const away = fleetStation({
    name: "gc-00000000a002",
    behaviour: { link: "offline", faults: [], swaps_per_day: 10 },
  });
  const { fleet } = await aFleet({ broker, stations: [away, fleetStation()] });
  await broker.until(() => heard(broker, "tele").length > 2);
  expect(broker.said.map(({ station }) => station)).not.toContain(away.name);
  fleet.station(away.name)?.goOnline();
  await broker.until(() => broker.said.some(({ station }) => station === away.name));
  expect(fleet.station("nobody")).toBeUndefined();
});

test("a flapping station drops off the link and comes back, again and again", async () => {
  const broker = await aBroker({ pace: { min: 10, max: 60 } });
  const clock = fakeClock(MONDAY);
  const flapping = fleetStation({ behaviour: { link: "flapping", faults: [], swaps_per_day: 10 } });
  const { fleet } = await aFleet({ broker, stations: [flapping], clock });
  for (const times of [1, 2]) {
    clock.advance(5 * MINUTE_MS);
    await expect.poll(() => fleet.station(name)?.isReporting()).toBe(true);
    clock.advance(8 * MINUTE_MS);
    await broker.until(() => heard(broker, "death").length === times);
    expect(fleet.station(name)?.isReporting()).toBe(false);
  }
  expect(heard(broker, "birth")).toHaveLength(2);
});

test("200 stations of all types in one process are all accepted and report", async () => {
  const broker = await aBroker({ pace: { min: 0.1, max: 0.5 } });
  const random = randomFrom(7);
  const stations = Array.from({ length: 200 }, (_, index) =>
    fleetStation({
      name: `gc-${String(index).padStart(12, "0")}`,
      seed: index,
      station_type: random.pick(["atlas", "universal", "global"]),
    }),
  );
  const { fleet } = await aFleet({ broker, stations });
  const reported = () => new Set(heard(broker, "tele").map(({ station }) => station)).size;
  await broker.until(() => reported() === stations.length);
  expect(fleet.stations.every((station) => station.isReporting())).toBe(true);
  expect(heard(broker, "birth")).toHaveLength(stations.length);
});
