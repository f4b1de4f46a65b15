import { stationEvent } from "@groundcrew/shared/link";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { stationType } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { newMachine, type FleetStation } from "./model/index.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { advanceWatched, idle } from "./advance.ts";
import { eventsOf, type UnnamedEvent } from "./events-of.ts";

/** Everything that happens to a station in so many days from a Monday on, looked at every so many ms. */
function during(station: FleetStation, { days, everyMs }: { days: number; everyMs: number }): UnnamedEvent[] {
  const happened: UnnamedEvent[] = [];
  const counters = { swaps: station.swaps_performed, cycles: station.cycles };
  let machine = idle(station, newMachine(station, counters, MONDAY));
  while (machine.at < MONDAY + days * DAY_MS) {
    const { machine: next, taken } = advanceWatched(station, machine, machine.at + everyMs);
    happened.push(...taken.flatMap((step) => eventsOf(station, step)));
    machine = next;
  }
  return happened;
}

test("the same happens however often the station is looked at", () => {
  const station = fleetStation();
  const often = during(station, { days: 1, everyMs: 10 * SECOND_MS });
  expect(often.length).toBeGreaterThan(100);
  expect(during(station, { days: 1, everyMs: DAY_MS })).toStrictEqual(often);
});

test("door and pad take turns, and every swap is told once, in the order of stationEvent", () => {
  const station = fleetStation();
  const happened = during(station, { days: 1, everyMs: DAY_MS });
  for (const kind of ["door", "pad"] as const) {
    const values = happened.flatMap((one) => (one.kind === kind ? Object.values(one.facts) : []));
    expect(values.length).toBeGreaterThan(20);
    values.slice(1).forEach((value, index) => expect(value).not.toBe(values[index]));
  }
  const times = happened.map(({ occurred }) => occurred ?? 0);
  expect(times).toStrictEqual(times.toSorted((one, other) => one - other));
});

test.each(stationType.options)("things fail now and then at an %s station, in ways the link allows", (station_type) => {
  const behaviour = { link: "steady" as const, faults: ["warn" as const], swaps_per_day: 60 };
  const station = fleetStation({ station_type, behaviour });
  const happened = during(station, { days: 14, everyMs: DAY_MS });
  const failures = happened.filter(({ kind }) => kind === "station_error");
  const swaps = happened.filter(({ kind }) => kind === "swap");
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.length).toBeLessThan(swaps.length / 10);
  for (const one of happened) {
    const told = { ...one, event_id: "e" };
    expect(stationEvent.parse(told)).toStrictEqual(told);
  }
});
