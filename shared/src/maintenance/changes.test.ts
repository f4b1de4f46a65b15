import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../lib/index.ts";
import { timesProblem } from "./changes.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const at = (ms: number) => new Date(NOW + ms).toISOString();

test.each([
  ["from now for a minute", 0, 60_000],
  ["for 14 days", 0, 14 * DAY_MS],
  ["planned 90 days ahead", 90 * DAY_MS, 91 * DAY_MS],
  ["that has begun and still runs", -HOUR_MS, HOUR_MS],
])("maintenance %s is accepted", (_, from, until) => {
  expect(timesProblem({ from: at(from), until: at(until) }, NOW)).toBeNull();
});

test.each([
  ["longer than 14 days", 0, 14 * DAY_MS + 1, "until"],
  ["planned more than 90 days ahead", 90 * DAY_MS + 1, 91 * DAY_MS, "from"],
  ["that ends when it begins", HOUR_MS, HOUR_MS, "until"],
  ["that ends before it begins", 2 * HOUR_MS, HOUR_MS, "until"],
  ["that has ended", -HOUR_MS, 0, "until"],
])("maintenance %s is refused with the field", (_, from, until, field) => {
  expect(timesProblem({ from: at(from), until: at(until) }, NOW)).toMatchObject({ field });
});
