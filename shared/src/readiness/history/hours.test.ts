import { HOUR_MS, MINUTE_MS } from "../../lib/index.ts";
import { expect, test } from "vitest";
import { hoursUntil, withSpans } from "./hours.ts";
import type { HistorySpan } from "./spans.ts";

const NOW = Date.parse("2026-11-20T12:30:00.000Z");
const span = (from: number, until: number, kind: HistorySpan["kind"]): HistorySpan => ({
  from,
  until,
  kind,
  change: null,
});

test("the hours end with the current one", () => {
  expect(hoursUntil(NOW, 3).map(({ start }) => start)).toEqual([
    "2026-11-20T10:00:00.000Z",
    "2026-11-20T11:00:00.000Z",
    "2026-11-20T12:00:00.000Z",
  ]);
});

test("a span counts in each hour that it is in, and a second is in one state", () => {
  const from = NOW - 2.5 * HOUR_MS;
  const edge = NOW - 45 * MINUTE_MS + 400;
  const hours = withSpans(hoursUntil(NOW, 3), [
    span(from, edge, "ready"),
    span(edge, NOW - 10 * MINUTE_MS, "not_ready"),
    span(NOW - 10 * MINUTE_MS, NOW, "maintenance"),
  ]);
  expect(hours.map(({ ready_s, not_ready_s, unknown_s }) => [ready_s, not_ready_s, unknown_s])).toEqual([
    [3_600, 0, 0],
    [2_700, 900, 0],
    [0, 1_200, 0],
  ]);
});

test("what is before the first hour is left out, and hours of several stations add up", () => {
  const one = [span(NOW - 5 * HOUR_MS, NOW, "limited")];
  const twice = withSpans(withSpans(hoursUntil(NOW, 2), one), one);
  expect(twice.map(({ limited_s }) => limited_s)).toEqual([7_200, 3_600]);
});
