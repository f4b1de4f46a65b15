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
    /** Time in which the process gets to its timers. */
    run(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        pass(Math.min(left, 1_000));
        pauses.heardUntil();
      }
    },
  };
}

test("silence is judged by the present as long as the process runs", () => {
  const it = watched();
  it.run(60_000);
  expect([it.endedAt(), it.heardUntil()]).toEqual([null, BEGAN + 60_000]);
});

test("after a pause silence is judged by when it began, until stations had as much time as they may be silent", () => {
  const it = watched();
  it.run(10_000);
  it.pause(90_000);
  expect([it.endedAt(), it.heardUntil()]).toEqual([BEGAN + 100_000, BEGAN + 10_000]);
  it.run(150_000);
  expect(it.heardUntil()).toBe(BEGAN + 10_000);
  it.run(1_000);
  expect([it.endedAt(), it.heardUntil()]).toEqual([null, BEGAN + 251_000]);
});

test("a pause within the grace period of stations restarts that period", () => {
  const it = watched();
  it.pause(20_000);
  expect(it.heardUntil()).toBe(BEGAN);
  it.run(100_000);
  it.pause(20_000);
  expect(it.heardUntil()).toBe(BEGAN);
  it.run(100_000);
  expect([it.endedAt(), it.heardUntil()]).toEqual([BEGAN + 140_000, BEGAN]);
});

test("a clock that is set is no pause", () => {
  const it = watched();
  it.clock.now += 3_600_000;
  expect(it.endedAt()).toBeNull();
});
