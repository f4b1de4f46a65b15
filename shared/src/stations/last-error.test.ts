import { expect, test } from "vitest";
import { DAY_MS } from "../lib/index.ts";
import { daysSinceLastError, daysSinceLastErrorText } from "./last-error.ts";
import { sampleStation } from "../../test/sample-station.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const lastErrorBefore = (ms: number) =>
  sampleStation({ support_metrics: { errors_unresolved: 0, error_latest: new Date(now - ms).toISOString() } });

// @spec 310.3
test.each([
  [0, 0],
  [DAY_MS / 2 - 1, 0],
  [DAY_MS / 2, 1],
  [1.5 * DAY_MS - 1, 1],
  [1.5 * DAY_MS, 2],
  [-DAY_MS, 0],
])("an error %i ms ago is %i days ago", (ms, days) => {
  expect(daysSinceLastError(lastErrorBefore(ms), now)).toBe(days);
});

// @spec 310.3
test("a station without errors has N/A", () => {
  expect(daysSinceLastErrorText(sampleStation(), now)).toBe("N/A");
  expect(daysSinceLastErrorText(lastErrorBefore(3 * DAY_MS), now)).toBe("3");
});
