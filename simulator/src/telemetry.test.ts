import { tele } from "@groundcrew/shared/link";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { snapshot } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { newMachine, snapshotOf, type FleetStation } from "./model/index.ts";
import { fakeClock } from "../test/fake-clock.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { startLifecycle } from "./lifecycle.ts";
import { startReport } from "./telemetry.ts";

const PACE = { min: 10, max: 60 };
const saved = { swaps: 1_000, cycles: fleetStation().cycles };

/** A reporting station, and what it has said so far with the times. */
function reporting(station: FleetStation, { canSend }: { canSend: () => boolean } = { canSend: () => true }) {
  const clock = fakeClock(MONDAY + 8 * HOUR_MS);
  const life = startLifecycle({ station, saved, clock, onStep: () => {} });
  const said: { at: number; text: string; swaps: number }[] = [];
  const report = startReport({
    station,
    pace: PACE,
    clock,
    told: life.look(),
    look: () => life.look(),
    send(machine) {
      if (!canSend()) return false;
      said.push({ at: clock.now(), text: JSON.stringify(snapshotOf(station, machine)), swaps: machine.swaps });
      return true;
    },
  });
  return { clock, life, said, report };
}

test("a station speaks at most every 10 s and at least every 60 s, on a busy day and in a quiet night", () => {
  const { clock, said } = reporting(fleetStation());
  const start = clock.now();
  clock.advance(DAY_MS);
  const gaps = said.map(({ at }, index) => at - (said[index - 1]?.at ?? start));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PACE.min * SECOND_MS);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(PACE.max * SECOND_MS);
  expect(gaps.filter((gap) => gap < PACE.max * SECOND_MS * 0.9).length).toBeGreaterThan(100);
});

test("the same seed and the same clock make the same messages", () => {
  const [first, second] = [1, 2].map(() => {
    const { clock, said } = reporting(fleetStation({ seed: 77 }));
    clock.advance(6 * HOUR_MS);
    return said;
  });
  expect(first?.length).toBeGreaterThan(300);
  expect(second).toStrictEqual(first);
});

test("what changes is told at the next moment the pace allows", () => {
  const { clock, life, said, report } = reporting(fleetStation({ behaviour: QUIET }));
  clock.advance(25 * SECOND_MS);
  const toldBefore = said.length;
  life.swap();
  report.soon();
  while (said.length === toldBefore) clock.advance(SECOND_MS);
  expect(said.slice(toldBefore)).toMatchObject([{ swaps: 1_001 }]);
  expect(clock.now()).toBeLessThanOrEqual(MONDAY + 8 * HOUR_MS + 35 * SECOND_MS);
  const earliest = (said.at(-1)?.at ?? 0) + PACE.min * SECOND_MS;
  life.swap();
  report.soon();
  clock.advance(earliest - 1 - clock.now());
  expect(said.at(-1)).toMatchObject({ swaps: 1_001 });
  clock.advance(1);
  expect(said.at(-1)).toMatchObject({ swaps: 1_002 });
});

test("what could not be sent is sent later", () => {
  let isUp = false;
  const { clock, life, said, report } = reporting(fleetStation({ behaviour: QUIET }), { canSend: () => isUp });
  life.swap();
  report.soon();
  clock.advance(5 * MINUTE_MS);
  expect(said).toHaveLength(0);
  isUp = true;
  clock.advance(PACE.min * SECOND_MS);
  expect(said).toMatchObject([{ swaps: 1_001 }]);
});

test("a temperature that is held is told exactly and stays, until it is let go", () => {
  const { clock, life, said, report } = reporting(fleetStation({ behaviour: QUIET }));
  const told = () => snapshot.parse(JSON.parse(said.at(-1)?.text ?? "")).status?.internal_temperature;
  life.holdInsideC((85 - 32) / 1.8);
  report.soon();
  clock.advance(HOUR_MS);
  expect(told()).toBe(85);
  life.holdInsideC(null);
  clock.advance(HOUR_MS);
  expect(told()).toBeLessThan(80);
});

test("a stopped report says nothing more", () => {
  const { clock, said, report } = reporting(fleetStation());
  report.stop();
  clock.advance(HOUR_MS);
  expect(said).toHaveLength(0);
});

test("a snapshot in its envelope fits the link", () => {
  const station = fleetStation();
  const data = { snapshot: snapshotOf(station, newMachine(station, saved, MONDAY)) };
  const message = { v: 1, id: "1-1", boot: 1, seq: 1, ts: MONDAY, data };
  expect(tele.parse(message)).toStrictEqual(message);
});

const QUIET = { link: "steady" as const, faults: [], swaps_per_day: 0 };
