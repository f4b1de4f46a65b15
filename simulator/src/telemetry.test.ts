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

/** A reporting station, and the snapshots it has sent so far with their times. */
function startReporting(station: FleetStation, { canSend }: { canSend: () => boolean } = { canSend: () => true }) {
  const clock = fakeClock(MONDAY + 8 * HOUR_MS);
  const life = startLifecycle({ station, saved, clock, onStep: () => {} });
  const sent: { at: number; text: string; swaps: number }[] = [];
  const report = startReport({
    station,
    pace: PACE,
    clock,
    lastReported: life.currentMachine(),
    currentMachine: () => life.currentMachine(),
    send(machine) {
      if (!canSend()) return false;
      sent.push({ at: clock.now(), text: JSON.stringify(snapshotOf(station, machine)), swaps: machine.swaps });
      return true;
    },
  });
  return { clock, life, sent, report };
}

test("a station sends a snapshot at most every 10 s and at least every 60 s, on a busy day and in a quiet night", () => {
  const { clock, sent } = startReporting(fleetStation());
  const start = clock.now();
  clock.advance(DAY_MS);
  const gaps = sent.map(({ at }, index) => at - (sent[index - 1]?.at ?? start));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PACE.min * SECOND_MS);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(PACE.max * SECOND_MS);
  expect(gaps.filter((gap) => gap < PACE.max * SECOND_MS * 0.9).length).toBeGreaterThan(100);
});

test("the same seed and the same clock produce the same messages", () => {
  const [first, second] = [1, 2].map(() => {
    const { clock, sent } = startReporting(fleetStation({ seed: 77 }));
    clock.advance(6 * HOUR_MS);
    return sent;
  });
  expect(first?.length).toBeGreaterThan(300);
  expect(second).toStrictEqual(first);
});

test("a change is reported as soon as the pace allows", () => {
  const { clock, life, sent, report } = startReporting(fleetStation({ behaviour: QUIET }));
  clock.advance(25 * SECOND_MS);
  const sentBefore = sent.length;
  life.swap();
  report.soon();
  while (sent.length === sentBefore) clock.advance(SECOND_MS);
  expect(sent.slice(sentBefore)).toMatchObject([{ swaps: 1_001 }]);
  expect(clock.now()).toBeLessThanOrEqual(MONDAY + 8 * HOUR_MS + 35 * SECOND_MS);
  const earliest = (sent.at(-1)?.at ?? 0) + PACE.min * SECOND_MS;
  life.swap();
  report.soon();
  clock.advance(earliest - 1 - clock.now());
  expect(sent.at(-1)).toMatchObject({ swaps: 1_001 });
  clock.advance(1);
  expect(sent.at(-1)).toMatchObject({ swaps: 1_002 });
});

test("a snapshot that could not be sent is sent later", () => {
  let isUp = false;
  const { clock, life, sent, report } = startReporting(fleetStation({ behaviour: QUIET }), { canSend: () => isUp });
  life.swap();
  report.soon();
  clock.advance(5 * MINUTE_MS);
  expect(sent).toHaveLength(0);
  isUp = true;
  clock.advance(PACE.min * SECOND_MS);
  expect(sent).toMatchObject([{ swaps: 1_001 }]);
});

test("a temperature that is held is reported exactly and stays until it is released", () => {
  const { clock, life, sent, report } = startReporting(fleetStation({ behaviour: QUIET }));
  const reportedTemperature = () => snapshot.parse(JSON.parse(sent.at(-1)?.text ?? "")).status?.internal_temperature;
  life.holdInsideC((85 - 32) / 1.8);
  report.soon();
  clock.advance(HOUR_MS);
  expect(reportedTemperature()).toBe(85);
  life.holdInsideC(null);
  clock.advance(HOUR_MS);
  expect(reportedTemperature()).toBeLessThan(80);
});

test("a stopped report sends nothing more", () => {
  const { clock, sent, report } = startReporting(fleetStation());
  report.stop();
  clock.advance(HOUR_MS);
  expect(sent).toHaveLength(0);
});

test("a snapshot in its envelope matches the schema of the link", () => {
  const station = fleetStation();
  const data = { snapshot: snapshotOf(station, newMachine(station, saved, MONDAY)) };
  const message = { v: 1, id: "1-1", boot: 1, seq: 1, ts: MONDAY, data };
  expect(tele.parse(message)).toStrictEqual(message);
});

const QUIET = { link: "steady" as const, faults: [], swaps_per_day: 0 };
