import { defaultBrand } from "@groundcrew/shared/brand";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planStation } from "./plan.ts";
import { detailOf, eventsOf, pointAt, pointsOf, type HistoryEvent } from "./timeline.ts";

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number) => START + minutes * MINUTE_MS;
const from = { start: START, swaps: 500, doorKnown: true };

test("a landing opens the door, occupies the pad and counts a swap, and then the door and the pad are as before", () => {
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

test("events in the same minute become one point", () => {
  const events = [
    { minute: at(5), errors: 1 },
    { minute: at(5), errors: 1 },
    { minute: at(5), online: false },
  ];
  expect(pointsOf(events, from).slice(1)).toMatchObject([{ minute: at(5), errors: 2, online: false }]);
});

test("a failed door sensor reports the door as unknown all the time", () => {
  const points = pointsOf([{ minute: at(5), door: "open" }], { ...from, doorKnown: false });
  expect(points.map(({ door }) => door)).toStrictEqual(["unknown", "unknown"]);
});

const events = fc.array(
  fc.record({ minute: fc.integer({ min: 0, max: 60 }).map(at), swaps: fc.nat(3), errors: fc.nat(2) }),
);

test("for any sequence of events, minutes increase, totals never decrease, and no event is lost", () => {
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

test("a point is valid until the next one, and nothing is known before the first", () => {
  const points = pointsOf([{ minute: at(10), swaps: 1 }], from);
  expect([at(-1), at(0), at(9), at(10), at(99)].map((time) => pointAt(points, time)?.swaps ?? null)).toStrictEqual([
    null,
    500,
    500,
    501,
    501,
  ]);
});

const NOW = Date.UTC(2026, 10, 19, 15);
const plans = Array.from({ length: 600 }, (_, index) => planStation(index, { seed: 1, now: NOW, brand: defaultBrand }));
const busyPlans = plans.filter(
  (plan) => (plan.lastMessageAt ?? 0) > NOW - HOUR_MS && plan.created < NOW - 40 * DAY_MS && plan.swaps_per_day >= 5,
);

test.each([200, 2_000, 5_000])("the last day of a fleet of %i has swaps at all hours, and no spikes", (size) => {
  const tens = Array.from({ length: 144 }, () => 0);
  for (const { minute, swaps = 0 } of busyPlans.flatMap((plan) =>
    eventsOf(plan, { now: NOW, detail: detailOf(size) }),
  )) {
    const step = Math.floor((minute - NOW + DAY_MS) / (10 * MINUTE_MS));
    if (step in tens) tens[step] = (tens[step] ?? 0) + swaps;
  }
  const total = tens.reduce((sum, swaps) => sum + swaps, 0);
  const expected = busyPlans.reduce((sum, { swaps_per_day }) => sum + swaps_per_day, 0);
  expect(total / expected).toBeGreaterThan(0.85);
  expect(total / expected).toBeLessThan(1.15);
  expect(Math.min(...tens)).toBeGreaterThan(0);
  expect(Math.max(...tens)).toBeLessThan((4 * total) / tens.length);
});

test.each([200, 2_000, 5_000])("each station of a fleet of %i has swapped on most days of the last month", (size) => {
  for (const plan of busyPlans) {
    const events = eventsOf(plan, { now: NOW, detail: detailOf(size) });
    const days = events.filter(({ swaps }) => swaps).map(({ minute }) => Math.floor((NOW - minute) / DAY_MS));
    expect(new Set(days.filter((ago) => ago < 31)).size).toBeGreaterThan(22);
  }
});

test("a large fleet has few points for each station, so that the first start is fast", () => {
  const points = busyPlans.reduce((sum, plan) => sum + eventsOf(plan, { now: NOW, detail: detailOf(5_000) }).length, 0);
  expect(points / busyPlans.length).toBeLessThan(90);
});
