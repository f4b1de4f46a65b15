import type { Finding } from "@groundcrew/shared/system";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { metric } from "../../test/metrics.ts";
import { watchSystem } from "./watch-system.ts";

const S = 1_000;
const START = Date.parse("2026-11-27T14:29:00.000Z");
const log = pino({ level: "silent" });

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

const ok: Finding = { about: "disk", state: "ok", sentence: "9000 MB are free." };
const full: Finding = { about: "disk", state: "problem", sentence: "The disk is full." };
const at = (afterMs: number) => new Date(START + afterMs).toISOString();

const connected = {
  about: "broker",
  state: "ok",
  sentence: "This server receives the messages of stations.",
  since: at(0),
};

function open() {
  const seen = { findings: [ok], isUp: true, changes: 0 };
  const watch = watchSystem({
    checks: [{ name: "disk", everyMs: 30 * S, run: async () => seen.findings }],
    isLinkUp: async () => seen.isUp,
    onChange: () => (seen.changes += 1),
    now: () => Date.now(),
    log,
  });
  onTestFinished(() => watch.stop());
  return { seen, watch };
}

test("a state lasts since it was first found, and each change of it is reported once", async () => {
  const { seen, watch } = open();
  await vi.advanceTimersByTimeAsync(10 * S);
  expect(watch.checks()).toEqual([connected, { ...ok, since: at(0) }]);
  seen.findings = [full];
  await vi.advanceTimersByTimeAsync(60 * S);
  expect(watch.checks()).toEqual([connected, { ...full, since: at(30 * S) }]);
  expect(await metric("groundcrew_check_ok", { about: "disk" })).toBe(0);
  seen.findings = [{ ...full, sentence: "The disk is still full." }];
  await vi.advanceTimersByTimeAsync(30 * S);
  expect(watch.checks()).toEqual([connected, { ...full, sentence: "The disk is still full.", since: at(30 * S) }]);
  expect(seen.changes).toBe(2);
});

test("a check can be run at once, as after a test", async () => {
  const { seen, watch } = open();
  await vi.advanceTimersByTimeAsync(1 * S);
  seen.findings = [full];
  await watch.run("disk");
  expect(watch.checks()).toEqual([connected, { ...full, since: at(1 * S) }]);
});

test("stations are out of reach since the link was lost, once that has lasted five seconds", async () => {
  const { seen, watch } = open();
  await vi.advanceTimersByTimeAsync(3 * S);
  seen.isUp = false;
  await vi.advanceTimersByTimeAsync(5 * S);
  expect(watch.disconnectedSince()).toBeNull();
  await vi.advanceTimersByTimeAsync(3 * S);
  expect(watch.disconnectedSince()).toBe(START + 4 * S);
  expect(watch.checks()[0]).toMatchObject({ about: "broker", state: "problem", since: at(4 * S) });
  const reported = seen.changes;
  seen.isUp = true;
  await vi.advanceTimersByTimeAsync(2 * S);
  expect(watch.disconnectedSince()).toBeNull();
  expect(seen.changes).toBe(reported + 1);
});

test("an interruption of two seconds is not reported", async () => {
  const { seen, watch } = open();
  await vi.advanceTimersByTimeAsync(1 * S);
  const before = seen.changes;
  seen.isUp = false;
  await vi.advanceTimersByTimeAsync(2 * S);
  seen.isUp = true;
  await vi.advanceTimersByTimeAsync(20 * S);
  expect(seen.changes).toBe(before);
  expect(watch.disconnectedSince()).toBeNull();
});
