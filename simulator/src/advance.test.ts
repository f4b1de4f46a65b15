import { DAY_MS, isExactly, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { snapshot, stationType } from "@groundcrew/shared/telemetry";
import { describe, expect, test } from "vitest";
import { newMachine, snapshotOf, randomUnit, type Fault, type FleetStation, type Machine } from "./model/index.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { advance, idle, swapped } from "./advance.ts";

function started(station: FleetStation, now = MONDAY): Machine {
  return idle(station, newMachine(station, { swaps: station.swaps_performed, cycles: station.cycles }, now));
}

/** The states of the station every `everyMs`, for `forMs`. */
function* watch(station: FleetStation, { everyMs, forMs }: { everyMs: number; forMs: number }): Generator<Machine> {
  let machine = started(station);
  for (const end = machine.at + forMs; machine.at < end;) {
    machine = advance(station, machine, machine.at + everyMs);
    yield machine;
  }
}

const faults: Fault[] = ["hot", "camera_missing", "hexboard_missing", "battery", "warn", "wrong_type", "door_unknown"];
const kinds = stationType.options.flatMap((station_type) =>
  [[], ...faults.map((fault) => [fault])].map((faults) => ({ station_type, faults })),
);

describe("a station", () => {
  test.each(kinds)(
    "of type $station_type with faults $faults reports only what the link allows",
    ({ station_type, faults }) => {
      const behaviour = { link: "steady" as const, faults, swaps_per_day: 60 };
      const station = fleetStation({ station_type, behaviour, seed: 5 });
      for (const machine of watch(station, { everyMs: 613 * SECOND_MS, forMs: DAY_MS / 2 })) {
        const reported = snapshotOf(station, machine);
        expect(snapshot.parse(reported)).toStrictEqual(reported);
        expect(isExactly(snapshot, JSON.parse(JSON.stringify(reported)))).toBe(true);
      }
    },
  );

  test("behaves the same with the same seed, and differently with another", () => {
    const runs = [1, 1, 2].map((seed) => {
      const station = fleetStation({ seed });
      const machines = [...watch(station, { everyMs: 5 * MINUTE_MS, forMs: DAY_MS })];
      return JSON.stringify(machines.map((machine) => snapshotOf(station, machine)));
    });
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).not.toBe(runs[0]);
  });

  test("goes through the same steps however often it is read", () => {
    const station = fleetStation();
    const [often] = [...watch(station, { everyMs: 10 * SECOND_MS, forMs: DAY_MS })].slice(-1);
    const once = advance(station, started(station), MONDAY + DAY_MS);
    expect(once).toMatchObject({ step: often?.step, swaps: often?.swaps, docked: often?.docked, ends: often?.ends });
  });

  test("lets a drone land, swaps its battery, and closes behind it", () => {
    const station = fleetStation();
    const seen = [...watch(station, { everyMs: SECOND_MS, forMs: DAY_MS / 2 })];
    const swap = seen.findIndex(({ swaps }) => swaps === station.swaps_performed + 1);
    const before = seen.slice(0, swap).findLast(({ step }) => step === "IDLE");
    const after = seen.slice(swap).find(({ step }) => step === "IDLE");
    const words = seen
      .filter(({ at }) => at >= (before?.at ?? 0) && at <= (after?.at ?? 0))
      .map((machine) => snapshotOf(station, machine).status)
      .map((status) => `${status?.system} ${status?.door} ${status?.pad}`);
    const leaves = after?.docked ? [] : ["READY open occupied", "LAUNCHING open occupied"];
    const pad = after?.docked ? "occupied" : "empty";
    expect([...new Set(words)]).toStrictEqual([
      "IDLE closed empty",
      "OPENING closed empty",
      "LANDING open empty",
      "CENTERING open occupied",
      "SWAPPING open occupied",
      ...leaves,
      `CLOSING open ${pad}`,
      ...(after?.docked ? ["IDLE closed occupied"] : []),
    ]);
  });

  test("makes about the configured number of swaps on a working day, far fewer on a Sunday, few at night", () => {
    const swapsBetween = (station: FleetStation, from: number, to: number) => {
      const rested = started(station, from);
      return advance(station, rested, to).swaps - rested.swaps;
    };
    const fleet = Array.from({ length: 40 }, (_, seed) => fleetStation({ seed: seed + 100 }));
    const total = (from: number, to: number) =>
      fleet.reduce((sum, station) => sum + swapsBetween(station, MONDAY + from, MONDAY + to), 0);
    const monday = total(0, DAY_MS);
    expect(monday).toBeGreaterThan(0.8 * 40 * 40);
    expect(monday).toBeLessThan(1.2 * 40 * 40);
    expect(total(-DAY_MS, 0)).toBeLessThan(0.5 * monday);
    expect(total(0, DAY_MS / 6)).toBeLessThan(0.1 * monday);
  });

  test("never counts backwards, and its parts move as often as its swaps require", () => {
    const station = fleetStation();
    let before = started(station);
    for (const machine of watch(station, { everyMs: MINUTE_MS, forMs: DAY_MS })) {
      expect(machine.swaps).toBeGreaterThanOrEqual(before.swaps);
      before = machine;
    }
    expect(before.swaps).toBeGreaterThan(station.swaps_performed);
    expect(before.cycles.lat_cycle_count - station.cycles.lat_cycle_count).toBe(4 * (before.swaps - 1_000));
  });

  test.each([
    { lat: 69.6, name: "in the far north" },
    { lat: 25.2, name: "in the desert" },
    { lat: -33.4, name: "in the south" },
  ])("$name keeps a plausible temperature inside all year", ({ lat }) => {
    const station = fleetStation({ place: { ...fleetStation().place, lat } });
    for (const machine of watch(station, { everyMs: 11 * 3_600_000, forMs: 365 * DAY_MS })) {
      expect(machine.insideC).toBeGreaterThan(4);
      expect(machine.insideC).toBeLessThan(40);
    }
  });

  test("with a failed cooler is above 100 °F", () => {
    const station = fleetStation({ behaviour: { link: "steady", faults: ["hot"], swaps_per_day: 10 } });
    const status = snapshotOf(station, advance(station, started(station), MONDAY + DAY_MS)).status;
    expect(status?.internal_temperature).toBeGreaterThan(100);
    expect(status?.cooler_state).toBe("unavailable");
  });

  test("that makes no swaps stays idle", () => {
    const station = fleetStation({ behaviour: { link: "steady", faults: [], swaps_per_day: 0 } });
    const machine = advance(station, started(station), MONDAY + 30 * DAY_MS);
    expect(machine).toMatchObject({ step: "IDLE", swaps: station.swaps_performed });
  });
});

describe("its batteries", () => {
  test("stay between empty and full, with one slot free", () => {
    const station = fleetStation({ behaviour: { link: "steady", faults: ["battery"], swaps_per_day: 200 } });
    for (const { charger } of watch(station, { everyMs: MINUTE_MS, forMs: DAY_MS })) {
      expect(charger.slots.filter((slot) => slot === null)).toHaveLength(1);
      for (const slot of charger.slots) {
        expect(slot?.level ?? 0).toBeGreaterThanOrEqual(0);
        expect(slot?.level ?? 0).toBeLessThanOrEqual(100);
      }
    }
  });

  test("are exchanged in a swap: the one that has charged longest is taken, the spent one cools down, then charges until it is full", () => {
    const station = fleetStation({ behaviour: QUIET });
    const rested = advance(station, started(station), MONDAY + DAY_MS);
    const { charger } = swapped(station, rested);
    const slot = rested.charger.slots.indexOf(null);
    expect(charger.slots[slot]).toMatchObject({ sn: rested.charger.flying });
    expect(charger.slots.map((other) => other?.sn)).not.toContain(charger.flying);
    const statusAfter = (ms: number) => {
      const machine = advance(station, swapped(station, rested), rested.at + ms);
      return snapshotOf(station, machine).charger_info?.batteries[slot]?.status;
    };
    const statuses = [MINUTE_MS, 10 * MINUTE_MS, 180 * MINUTE_MS].map(statusAfter);
    expect(statuses).toStrictEqual(["ABNORMAL_RECOVERABLE", "CHARGING", "COMPLETE"]);
  });

  test("are reported with plausible values", () => {
    const station = fleetStation({ behaviour: { link: "steady", faults: [], swaps_per_day: 120 } });
    const machines = [...watch(station, { everyMs: 7 * MINUTE_MS, forMs: DAY_MS })];
    const batteries = machines.flatMap((machine) => snapshotOf(station, machine).charger_info?.batteries ?? []);
    const there = batteries.filter(({ status }) => status !== "DISCONNECTED");
    expect(there.length).toBeGreaterThan(1_000);
    for (const { voltage, current, temperature } of there) {
      expect(voltage).toBeGreaterThan(14_000);
      expect(voltage).toBeLessThan(16_900);
      expect(current).toBeLessThan(2_400);
      expect(temperature).toBeLessThan(500);
    }
    expect(new Set(there.map(({ status }) => status))).toContain("CHARGING");
  });
});

const QUIET = { link: "steady" as const, faults: [], swaps_per_day: 0 };

test("a number drawn with keys depends on each of them", () => {
  const drawn = [randomUnit(1, 2, 3), randomUnit(1, 2, 4), randomUnit(1, 3, 3), randomUnit(2, 2, 3), randomUnit(1, 2)];
  expect(new Set(drawn).size).toBe(drawn.length);
});
