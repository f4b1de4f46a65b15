import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { lengthText, isReloadDue, nextReload, placeAt, updatedText } from "./wall-times.ts";

// @spec R10.12
test.each([
  ["2026-11-20T03:59:59", "2026-11-20T04:00:00"],
  ["2026-11-20T04:00:00", "2026-11-21T04:00:00"],
  ["2026-12-31T12:00:00", "2027-01-01T04:00:00"],
])("after %s, the page is loaded again at %s by the clock of the screen", (now, next) => {
  expect(nextReload(new Date(now).getTime())).toBe(new Date(next).getTime());
});

test.each([
  [0, "1 min"],
  [41 * 60_000, "41 min"],
  [HOUR_MS, "1 h"],
  [48 * HOUR_MS - 1, "47 h"],
  [48 * HOUR_MS, "2 d"],
])("%d ms are %s", (ms, text) => {
  expect(lengthText(ms)).toBe(text);
});

test("an age is in whole seconds, and never negative", () => {
  expect([updatedText(-1), updatedText(2_999)]).toEqual(["Updated 0 s ago", "Updated 2 s ago"]);
});

// @spec R10.10
test("in four hours the page is at four places, each 4 px from the one before", () => {
  const places = [0, 1, 2, 3, 4].map((hour) => placeAt(hour * HOUR_MS));
  const moved = places
    .slice(1)
    .map(({ x, y }, nth) => Math.abs(x - (places[nth]?.x ?? 0)) + Math.abs(y - (places[nth]?.y ?? 0)));
  expect(moved).toEqual([4, 4, 4, 4]);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});

// @spec R10.12
test("a page is loaded again at 04:00 and for another build, but not in its first minute", () => {
  const at = (time: string) => new Date(`2026-11-20T${time}`).getTime();
  const due = (time: string, ageMs: number, isOutdated = false) => isReloadDue({ ageMs, isOutdated }, at(time));
  expect([due("03:59:59", HOUR_MS), due("04:00:00", HOUR_MS), due("04:30:00", 29 * MINUTE_MS)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([due("12:00:00", MINUTE_MS, true), due("12:00:00", MINUTE_MS + 1, true)]).toEqual([false, true]);
  expect([due("04:00:30", MINUTE_MS), due("04:00:31", MINUTE_MS + 1_000)]).toEqual([false, true]);
});
