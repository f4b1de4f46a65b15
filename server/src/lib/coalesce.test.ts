import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("requests that arrive before a run starts share it; the delay counts from the first", async () => {
  let runs = 0;
  const { soon } = coalesce(async () => void runs++, 100);
  soon();
  await vi.advanceTimersByTimeAsync(60);
  soon();
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(40);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(1);
});

test("a request during a run starts one more run after it, never two at once", async () => {
  const ends: (() => void)[] = [];
  const { now } = coalesce(() => new Promise<void>((resolve) => ends.push(resolve)), 100);
  const first = now();
  await vi.advanceTimersByTimeAsync(0);
  const second = now();
  expect(now()).toBe(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await second;
});

test("a run that fails does not keep the next one from starting", async () => {
  let runs = 0;
  const { now } = coalesce(async () => {
    runs += 1;
    if (runs === 1) throw new Error("failed");
  }, 100);
  await expect(now()).rejects.toThrow("failed");
  await now();
  expect(runs).toBe(2);
});
