import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asyncSignal } from "./async-signal.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a wait ends when it is notified, or after its longest time", async () => {
  const signal = asyncSignal();
  const ended: string[] = [];
  const wait = async (name: string) => {
    await signal.wait(100);
    ended.push(name);
  };
  void wait("notified");
  signal.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(["notified"]);
  void wait("late");
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).toEqual(["notified"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(["notified", "late"]);
});

test("a notification that nobody waits for ends the next wait at once, and only that one", async () => {
  const signal = asyncSignal();
  signal.notify();
  signal.notify();
  await signal.wait(100);
  const started = Date.now();
  const next = signal.wait(100);
  await vi.advanceTimersToNextTimerAsync();
  await next;
  expect(Date.now() - started).toBe(100);
});
