import type { WallPoint } from "@groundcrew/shared/wallboards";
import { expect, test } from "vitest";
import { markersOf, project, viewOfAll } from "./map-layout.ts";

const SIZE = { width: 1_920, height: 940, rem: 16 };

function pointAt(key: number, lat: number, lng: number, more: Partial<WallPoint> = {}): WallPoint {
  return { key, lat, lng, state: "ready", is_online: true, label: null, ...more };
}

function notReady(key: number, lat: number, lng: number): WallPoint {
  return pointAt(key, lat, lng, { state: "not_ready", label: { serial: `Atlas ${key}`, place: "Reno" } });
}

const markers = (points: readonly WallPoint[]) => markersOf(points, viewOfAll(points, SIZE), SIZE);

// @spec R10.8
test.each([
  ["a continent", [pointAt(1, 47, -122), pointAt(2, 33, -84), pointAt(3, 25, -80)]],
  ["the world", [pointAt(1, 71, -156), pointAt(2, -45, 170), pointAt(3, 0, 0)]],
  ["a city", [pointAt(1, 39.52, -119.81), pointAt(2, 39.56, -119.77)]],
])("all stations of %s are on the map, away from its edges", (_, points) => {
  const { world, origin } = viewOfAll(points, SIZE);
  for (const point of points) {
    const { x, y } = project(point);
    expect(origin.x + x * world).toBeGreaterThan(40);
    expect(origin.x + x * world).toBeLessThan(SIZE.width - 40);
    expect(origin.y + y * world).toBeGreaterThan(40);
    expect(origin.y + y * world).toBeLessThan(SIZE.height - 40);
  }
});

test("without stations, and with one, the map is one that can be drawn", () => {
  for (const points of [[], [pointAt(1, 39.5, -119.8)]]) {
    const { world, origin } = viewOfAll(points, SIZE);
    expect([world, origin.x, origin.y].every(Number.isFinite)).toBe(true);
    expect(world).toBeGreaterThanOrEqual(SIZE.width);
  }
});

// @spec R10.8
test("stations that are close together are one marker with their number and how many are not ready", () => {
  const found = markers([pointAt(1, 39.5, -119.8), notReady(2, 39.501, -119.801), pointAt(3, 25, -80)]);
  const of = (count: number) => found.filter((marker) => marker.count === count);
  expect(of(1).map(({ notReady: not, state }) => [not, state])).toEqual([[0, "ready"]]);
  expect(of(2).map(({ notReady: not, state }) => [not, state])).toEqual([[1, null]]);
});

test("what is not ready has a label beside it, which covers no marker and no other label", () => {
  const points = Array.from({ length: 30 }, (_, nth) =>
    notReady(nth, 30 + (nth % 6) * 3, -120 + Math.floor(nth / 6) * 7),
  );
  const found = markers(points);
  const labels = found.flatMap(({ label }) => label ?? []);
  expect(labels.length).toBeGreaterThan(3);
  const [width, height] = [18 * SIZE.rem, 5 * SIZE.rem];
  const overlapping = labels.filter((one) =>
    labels.some((other) => one !== other && Math.abs(one.x - other.x) < width && Math.abs(one.y - other.y) < height),
  );
  expect(overlapping).toEqual([]);
  const covered = found.filter(({ x, y }) =>
    labels.some((one) => x > one.x && x < one.x + width && y > one.y && y < one.y + height),
  );
  expect(covered).toEqual([]);
});

test.each([SIZE, { width: 640, height: 780, rem: 10 }, { width: 310, height: 500, rem: 10 }])(
  "no marker covers another one, and each station is in one, on a map of %j",
  (size) => {
    const points = Array.from({ length: 300 }, (_, nth) =>
      pointAt(nth, 24 + ((nth * 37) % 25), -125 + ((nth * 59) % 58) + (nth % 7) / 3),
    );
    const found = markersOf(points, viewOfAll(points, size), size);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    const near = found.filter((one) =>
      found.some((other) => other !== one && Math.hypot(one.x - other.x, one.y - other.y) < 5 * size.rem),
    );
    expect(near).toEqual([]);
  },
);
