import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { metric } from "../../../test/metrics.ts";
import { repeat } from "./repeat.ts";

const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("work runs at once and then regularly, also after a failure", async () => {
  let times = 0;
  async function work(): Promise<void> {
    times += 1;
    if (times === 1) throw new Error("Not yet.");
  }
  const failures = (await metric("groundcrew_regular_work_failures_total")) ?? 0;
  const repeated = repeat(work, { everyMs: 1_000, failure: "it did not work", log });
  await setImmediate();
  expect(await metric("groundcrew_regular_work_failures_total")).toBe(failures + 1);
  expect(times).toBe(1);
  expect(lines.join("")).toContain("it did not work");
  vi.advanceTimersByTime(1_000);
  expect(times).toBe(2);
  await repeated.stop();
  vi.advanceTimersByTime(10_000);
  expect(times).toBe(2);
});

test("slow work is not started a second time, and its signal is aborted on stop", async () => {
  let started = 0;
  let isNotified = false;
  function work(signal: AbortSignal): Promise<void> {
    started += 1;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        isNotified = true;
        resolve();
      });
    });
  }
  const repeated = repeat(work, { everyMs: 1_000, failure: "", log });
  vi.advanceTimersByTime(5_000);
  expect(started).toBe(1);
  await repeated.stop();
  expect(isNotified).toBe(true);
});
