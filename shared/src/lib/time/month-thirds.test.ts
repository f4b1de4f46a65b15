import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../test/property-runs.ts";
import { nextThird, thirdOf, wholeThirds } from "./month-thirds.ts";
import { DAY_MS } from "./time.ts";

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const daysFrom = (from: string, until: string) =>
  Array.from({ length: Math.max(0, (Date.parse(until) - Date.parse(from)) / DAY_MS) }, (_, nth) =>
    dayOf(Date.parse(from) + nth * DAY_MS),
  );

test.each([
  ["2026-10-01", "2026-10-01", "2026-10-11"],
  ["2026-10-10", "2026-10-01", "2026-10-11"],
  ["2026-10-11", "2026-10-11", "2026-10-21"],
  ["2026-10-31", "2026-10-21", "2026-11-01"],
  ["2028-02-29", "2028-02-21", "2028-03-01"],
  ["2026-12-31", "2026-12-21", "2027-01-01"],
])("%s is in the third of %s, and %s is the next one", (day, third, next) => {
  expect([thirdOf(day), nextThird(day)]).toEqual([third, next]);
});

test.each([
  [
    { from: "2026-10-01", to: "2026-10-31" },
    { first: "2026-10-01", until: "2026-11-01" },
  ],
  [
    { from: "2026-10-02", to: "2026-10-31" },
    { first: "2026-10-11", until: "2026-11-01" },
  ],
  [
    { from: "2026-10-17", to: "2026-11-15" },
    { first: "2026-10-21", until: "2026-11-11" },
  ],
  [
    { from: "2026-10-02", to: "2026-10-19" },
    { first: "2026-10-20", until: "2026-10-20" },
  ],
])("%j has the whole thirds %j", (range, thirds) => {
  expect(wholeThirds(range)).toEqual(thirds);
});

test("each day of a range is in a whole third before the known day, or one of the other days", () => {
  const day = fc.integer({ min: 0, max: 900 }).map((nth) => dayOf(Date.parse("2027-01-01") + nth * DAY_MS));
  fc.assert(
    fc.property(day, day, day, (one, other, known) => {
      const [from = one, to = one] = [one, other].toSorted();
      const { first, until } = wholeThirds({ from, to }, known);
      const end = dayOf(Date.parse(to) + DAY_MS);
      expect([...daysFrom(from, first), ...daysFrom(first, until), ...daysFrom(until, end)]).toEqual(
        daysFrom(from, end),
      );
      expect([thirdOf(first), thirdOf(until)]).toEqual(first < until ? [first, until] : [thirdOf(end), thirdOf(end)]);
      expect(first === until || until <= known).toBe(true);
    }),
    cases(500),
  );
});
