import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chartSpan, LEVELS, piecesOf, reducePoints, spanStart, type Level } from "./rollup-levels.ts";

const [FIVE, HOUR, DAY] = [LEVELS[0].spanMs, LEVELS[1].spanMs, LEVELS[2].spanMs];
const START = Date.parse("2026-01-01T00:00:00.000Z");

test.each([
  ["15 days", 15 * DAY_MS, 45 * MINUTE_MS],
  ["more than 15 days", 15 * DAY_MS + MINUTE_MS, HOUR_MS],
  ["30 days", 30 * DAY_MS, 2 * HOUR_MS],
  ["180 days", 180 * DAY_MS, 9 * HOUR_MS],
  ["more than 180 days", 180 * DAY_MS + MINUTE_MS, DAY_MS],
  ["two years", 730 * DAY_MS, 2 * DAY_MS],
])("a chart of %s has at most 500 spans", (_, range, spanMs) => {
  expect(chartSpan({ first: START, last: START + range })).toBe(spanMs);
  expect(range / spanMs + 1).toBeLessThanOrEqual(500);
});

test("each level is read from where the coarser one ends, and points where there is none", () => {
  const levels = [
    { spanMs: FIVE, begins: START + 190 * DAY_MS, until: START + 200 * DAY_MS + 2 * HOUR_MS + 5 * MINUTE_MS },
    { spanMs: HOUR, begins: START + 170 * DAY_MS, until: START + 200 * DAY_MS + 2 * HOUR_MS },
    { spanMs: DAY, begins: START, until: START + 200 * DAY_MS },
  ];
  const range = { first: START, last: START + 200 * DAY_MS + 3 * HOUR_MS };
  expect(piecesOf({ ...range, staleSince: null }, levels).map(({ spanMs, until }) => [spanMs, until - START])).toEqual([
    [DAY, 200 * DAY_MS],
    [HOUR, 200 * DAY_MS + 2 * HOUR_MS],
    [FIVE, 200 * DAY_MS + 2 * HOUR_MS + 5 * MINUTE_MS],
    [null, Infinity],
  ]);
  const month = { ...range, first: START + 165 * DAY_MS, staleSince: START + 180 * DAY_MS + 90 * MINUTE_MS };
  expect(piecesOf(month, levels).map(({ spanMs, until }) => [spanMs, until - START])).toEqual([
    [null, 170 * DAY_MS],
    [HOUR, 180 * DAY_MS + HOUR_MS],
    [null, Infinity],
  ]);
});

const minutes = (max: number) => fc.integer({ min: 0, max }).map((count) => START + count * MINUTE_MS);
const someLevels = fc
  .tuple(...[FIVE, HOUR, DAY].map((spanMs) => fc.tuple(fc.constant(spanMs), minutes(400_000), minutes(400_000))))
  .map((all) =>
    all.map(([spanMs, one, other]): Level => {
      const [begins, until] = [Math.min(one, other), Math.max(one, other)];
      return { spanMs, begins: spanStart(begins, spanMs), until: spanStart(until, spanMs) };
    }),
  );

test("whatever is rolled up, the pieces have every minute once, and none from a level that lacks it or is stale", () => {
  fc.assert(
    fc.property(
      someLevels,
      minutes(400_000),
      minutes(400_000),
      fc.option(minutes(400_000)),
      (levels, one, other, staleSince) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const pieces = piecesOf({ first, last, staleSince }, levels);
        expect(pieces[0]?.from).toBe(first);
        expect(pieces.at(-1)?.until).toBe(Infinity);
        expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ until }) => until));
        for (const { spanMs, from, until } of pieces) {
          if (spanMs === null) continue;
          const level = levels.find((known) => known.spanMs === spanMs);
          expect(from).toBeGreaterThanOrEqual(level?.begins ?? Infinity);
          expect(until).toBeLessThanOrEqual(Math.min(level?.until ?? 0, staleSince ?? Infinity));
          expect(until % spanMs).toBe(0);
        }
      },
    ),
  );
});

test("of each span the last point in each state stays, and so do errors", () => {
  const point = (time: number, door: "open" | "closed", isError = false) =>
    ({ point: { time, swaps_performed: time, error_count: 0, online: true, door, pad: "empty" }, isError }) as const;
  const points = [
    point(0, "open"),
    point(60, "open"),
    point(120, "closed", true),
    point(180, "closed"),
    point(240, "closed"),
    point(240, "closed", true),
    point(300, "closed"),
  ];
  expect(reducePoints(points, FIVE).map(({ time }) => time)).toEqual([60, 120, 240, 300]);
});
