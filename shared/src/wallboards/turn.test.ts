import { DAY_MS, SECOND_MS } from "../lib/index.ts";
import { expect, test } from "vitest";
import { daysLeft, hasNew, pageAt } from "./turn.ts";

const START = 30 * SECOND_MS * 1_000_002;
const all = { pages: ["month", "now", "map"], turn_s: 30, notReadyAt: null } as const;

// @spec R10.9
test("pages turn after their time, in the order now, map, month", () => {
  const at = (seconds: number) => pageAt(all, START + seconds * SECOND_MS);
  expect([at(0), at(29.999), at(30), at(59.999), at(60), at(90)]).toEqual(["now", "now", "map", "map", "month", "now"]);
});

test("a single page stays", () => {
  const at = (seconds: number) => pageAt({ ...all, pages: ["map"] }, START + seconds * SECOND_MS);
  expect([at(0), at(30), at(61)]).toEqual(["map", "map", "map"]);
});

// @spec R10.9
test.each([
  [0, "now"],
  [29.999, "now"],
  [30, "month"],
])("%d s after a station has become not ready, the page is %s", (seconds, page) => {
  const now = START + 65 * SECOND_MS;
  expect(pageAt({ ...all, notReadyAt: now - seconds * SECOND_MS }, now)).toBe(page);
});

// @spec R10.9
test.each([
  [0, null, 0, null, false],
  [1, 1, 0, null, true],
  [1, 1, 1, 1, false],
  [2, 2, 1, 1, true],
  [1, 2, 1, 1, true],
  [1, 1, 2, 2, false],
  [0, null, 1, 1, false],
  [2, 1, 1, 1, true],
])("%i that are not ready, the last at %j, after %i, the last at %j, have a new one: %j", (...row) => {
  const [count, newest, countBefore, before, isNew] = row;
  const at = (seconds: number | null) => seconds && new Date(START + seconds * SECOND_MS).toISOString();
  expect(hasNew({ count, newest: at(newest) || null }, { count: countBefore, newest: at(before) || null })).toBe(isNew);
});

// @spec R10.13
test.each([
  [7 * DAY_MS + 1, null],
  [7 * DAY_MS, 7],
  [4 * DAY_MS + 1, 5],
  [1, 1],
])("a wallboard that ends in %d ms has %j days left", (ms, days) => {
  expect(daysLeft(new Date(START + ms).toISOString(), START)).toBe(days);
});
