import { expect, test } from "vitest";
import { retryDelay, type RetryReason } from "./retry.ts";

test.each<[string, RetryReason, number]>([
  ["within a second at first", { failures: 0 }, 1_000],
  ["within twice as long after a failure", { failures: 1 }, 2_000],
  ["within three seconds in the first minute", { failures: 39 }, 3_000],
  ["within 30 seconds later", { failures: 40 }, 30_000],
  ["within the time that the server named", { failures: 0, withinMs: 12_000 }, 12_000],
  ["at once when the server named no time", { failures: 0, withinMs: 0 }, 0],
  ["within a minute if the server named more", { failures: 0, withinMs: 1e9 }, 60_000],
])("the next attempt comes %s", (_, reason, mostMs) => {
  expect(retryDelay(reason, 0)).toBe(0);
  expect(retryDelay(reason, 0.5)).toBe(mostMs / 2);
  expect(retryDelay(reason, 1)).toBe(mostMs);
});

test("an attempt does not come before the time that the server named", () => {
  expect(retryDelay({ failures: 1, afterMs: 20_000 }, 0)).toBe(20_000);
  expect(retryDelay({ failures: 1, afterMs: 20_000 }, 1)).toBe(22_000);
});
