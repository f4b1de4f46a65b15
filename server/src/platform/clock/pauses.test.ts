import { expect, onTestFinished, test } from "vitest";
import { watchPauses } from "./pauses.ts";

const BEGAN = Date.parse("2026-06-01T12:00:00.000Z");

function watched() {
  const clock = { now: BEGAN, monotonic: 0 };
  const pauses = watchPauses({ now: () => clock.now, monotonic: () => clock.monotonic });
  onTestFinished(() => pauses.stop());
  const pass = (ms: number) => {
    clock.now += ms;
    clock.monotonic += ms;
  };
  return {
    ...pauses,
    clock,
    pause: pass,
    /** Time in which timers run. */
    run(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        pass(Math.min(left, 1_000));
        pauses.receivingUntil();
      }
    },
  };
}

test("without a pause, silence is measured up to the current time", () => {
  const it = watched();
  it.run(60_000);
  expect([it.endedAt(), it.receivingUntil()]).toEqual([null, BEGAN + 60_000]);
});

test("after a pause, silence is measured up to its start until every station has had time to report", () => {
  const it = watched();
  it.run(10_000);
  it.pause(90_000);
  expect([it.endedAt(), it.receivingUntil()]).toEqual([BEGAN + 100_000, BEGAN + 10_000]);
  it.run(150_000);
  expect(it.receivingUntil()).toBe(BEGAN + 10_000);
  it.run(1_000);
  expect([it.endedAt(), it.receivingUntil()]).toEqual([null, BEGAN + 251_000]);
});

test("a pause during that time restarts it", () => {
  const it = watched();
  it.pause(20_000);
  expect(it.receivingUntil()).toBe(BEGAN);
  it.run(100_000);
  it.pause(20_000);
  expect(it.receivingUntil()).toBe(BEGAN);
  it.run(100_000);
  expect([it.endedAt(), it.receivingUntil()]).toEqual([BEGAN + 140_000, BEGAN]);
});

test("setting the clock is not a pause", () => {
  const it = watched();
  it.clock.now += 3_600_000;
  expect(it.endedAt()).toBeNull();
});
