import { MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pointAt, pointsOf, type HistoryEvent } from "./timeline.ts";

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number) => START + minutes * MINUTE_MS;
const from = { start: START, swaps: 500, doorKnown: true };

test("a landing opens the door, fills the pad, counts a swap, and ends with both as before", () => {
  const landing: HistoryEvent[] = [
    { minute: at(10), swaps: 1, door: "open", pad: "occupied" },
    { minute: at(13), door: "closed", pad: "empty" },
  ];
  expect(pointsOf(landing, from)).toStrictEqual([
    { minute: at(0), swaps: 500, errors: 0, online: true, door: "closed", pad: "empty" },
    { minute: at(10), swaps: 501, errors: 0, online: true, door: "open", pad: "occupied" },
    { minute: at(13), swaps: 501, errors: 0, online: true, door: "closed", pad: "empty" },
  ]);
});

test("events of the same minute make one point", () => {
  const events = [
    { minute: at(5), errors: 1 },
    { minute: at(5), errors: 1 },
    { minute: at(5), online: false },
  ];
  expect(pointsOf(events, from).slice(1)).toMatchObject([{ minute: at(5), errors: 2, online: false }]);
});

test("a dead door sensor is unknown all the time", () => {
  const points = pointsOf([{ minute: at(5), door: "open" }], { ...from, doorKnown: false });
  expect(points.map(({ door }) => door)).toStrictEqual(["unknown", "unknown"]);
});

const events = fc.array(
  fc.record({ minute: fc.integer({ min: 0, max: 60 }).map(at), swaps: fc.nat(3), errors: fc.nat(2) }),
);

test("whatever happens, minutes rise, totals never fall, and nothing is lost", () => {
  fc.assert(
    fc.property(events, (events) => {
      const points = pointsOf(events, from);
      for (const [index, point] of points.entries()) {
        const before = points[index - 1];
        expect(point.minute).toBeGreaterThan(before?.minute ?? -1);
        expect(point.swaps).toBeGreaterThanOrEqual(before?.swaps ?? 500);
      }
      expect(points.at(-1)?.swaps).toBe(events.reduce((sum, { swaps }) => sum + swaps, 500));
      expect(points.at(-1)?.errors).toBe(events.reduce((sum, { errors }) => sum + errors, 0));
    }),
  );
});

test("a point holds until the next one, and nothing is known before the first", () => {
  const points = pointsOf([{ minute: at(10), swaps: 1 }], from);
  expect([at(-1), at(0), at(9), at(10), at(99)].map((time) => pointAt(points, time)?.swaps ?? null)).toStrictEqual([
    null,
    500,
    500,
    501,
    501,
  ]);
});
