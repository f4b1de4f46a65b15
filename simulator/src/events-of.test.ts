import { stationEvent } from "@groundcrew/shared/link";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { stationType } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { newMachine, type FleetStation } from "./model/index.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { advanceWithSteps, idle } from "./advance.ts";
import { eventsOf, type NewEvent } from "./events-of.ts";

/** All events of a station over `days` from a Monday on, if it is advanced in steps of `everyMs`. */
function eventsDuring(station: FleetStation, { days, everyMs }: { days: number; everyMs: number }): NewEvent[] {
  const happened: NewEvent[] = [];
  const counters = { swaps: station.swaps_performed, cycles: station.cycles };
  let machine = idle(station, newMachine(station, counters, MONDAY));
  while (machine.at < MONDAY + days * DAY_MS) {
    const { machine: next, steps } = advanceWithSteps(station, machine, machine.at + everyMs);
    happened.push(...steps.flatMap((step) => eventsOf(station, step)));
    machine = next;
  }
  return happened;
}

test("the events are the same however often the station is advanced", () => {
  const station = fleetStation();
  const often = eventsDuring(station, { days: 1, everyMs: 10 * SECOND_MS });
  expect(often.length).toBeGreaterThan(100);
  expect(eventsDuring(station, { days: 1, everyMs: DAY_MS })).toStrictEqual(often);
});

test("doors and pads alternate, and every swap is reported once, in the order in which they happened", () => {
  const station = fleetStation();
  const happened = eventsDuring(station, { days: 1, everyMs: DAY_MS });
  for (const kind of ["door", "pad"] as const) {
    const values = happened.flatMap((one) => (one.kind === kind ? Object.values(one.facts) : []));
    expect(values.length).toBeGreaterThan(20);
    values.slice(1).forEach((value, index) => expect(value).not.toBe(values[index]));
  }
  const times = happened.map(({ occurred }) => occurred ?? 0);
  expect(times).toStrictEqual(times.toSorted((one, other) => one - other));
});

test.each(stationType.options)(
  "some cycles fail at an %s station, with events that match the schema",
  (station_type) => {
    const behaviour = { link: "steady" as const, faults: ["warn" as const], swaps_per_day: 60 };
    const station = fleetStation({ station_type, behaviour });
    const happened = eventsDuring(station, { days: 14, everyMs: DAY_MS });
    const failures = happened.filter(({ kind }) => kind === "station_error");
    const swaps = happened.filter(({ kind }) => kind === "swap");
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(swaps.length / 5);
    for (const one of happened) {
      const event = { ...one, event_id: "e" };
      expect(stationEvent.parse(event)).toStrictEqual(event);
    }
  },
);

test("a cycle whose swap fails reports the error instead of the swap, and the job of a swap is that of its cycle", () => {
  const behaviour = { link: "steady" as const, faults: ["warn" as const], swaps_per_day: 60 };
  const happened = eventsDuring(fleetStation({ behaviour }), { days: 14, everyMs: DAY_MS });
  const cycles: NewEvent[][] = [];
  for (const event of happened) {
    if (event.kind === "pad" && event.facts.pad === "occupied") cycles.push([]);
    cycles.at(-1)?.push(event);
  }
  const failed = cycles.filter((events) =>
    events.some((event) => event.kind === "station_error" && event.facts.job_type === "swap_drone"),
  );
  expect(failed.length).toBeGreaterThan(5);
  for (const events of failed) {
    expect(events.filter(({ kind }) => kind === "swap")).toEqual([]);
    expect(events.some((event) => event.kind === "pad" && event.facts.pad === "empty")).toBe(true);
  }
  const jobs = happened.flatMap((event) => (event.kind === "swap" ? (event.facts.job_id ?? []) : []));
  expect(new Set(jobs).size).toBe(jobs.length);
  for (const event of happened) {
    if (event.kind !== "swap") continue;
    const { seconds, slot_in, slot_out } = event.facts;
    expect([typeof slot_in, typeof slot_out, slot_in === slot_out]).toEqual(["number", "number", false]);
    expect(seconds).toBeGreaterThanOrEqual(48);
  }
});
