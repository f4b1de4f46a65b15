import { MAP } from "../../lib/index.ts";
import { expect, test } from "vitest";
import {
  type Box,
  clusterIndex,
  itemsIn,
  MAX_ZOOM,
  nearestLng,
  openingZoom,
  SPIDER_MAX,
  spiderLegs,
  worstState,
} from "./clusters.ts";
import type { MapPoint } from "./marker.ts";

const WORLD: Box = [-180, -85, 180, 85];
/** Degrees of longitude per px at the map's initial zoom. */
const PX = 360 / (256 * 2 ** MAP.zoom);

function point(name: string, lng: number, marker: MapPoint["marker"] = "online", hasErrors = false): MapPoint {
  return { name, lat: 0, lng, marker, hasErrors, mark: null };
}

// @spec 320.1
test("stations up to 50 px apart are one cluster", () => {
  const index = (px: number) => itemsIn(clusterIndex([point("a", 0), point("b", px * PX)]), WORLD, MAP.zoom);
  expect(index(49)).toMatchObject([{ kind: "cluster", count: 2 }]);
  expect(index(51)).toMatchObject([{ kind: "station" }, { kind: "station" }]);
});

test("a cluster counts its stations in maintenance, which are neither offline nor active", () => {
  const points = (["maintenance", "online", "maintenance"] as const).map((marker, index) =>
    point(`gc-${index}`, index * PX, marker),
  );
  expect(itemsIn(clusterIndex(points), WORLD, MAP.zoom)).toMatchObject([
    { maintained: 2, offline: 0, isActive: false },
  ]);
});

test("a cluster counts its stations that are not ready, but not those that are limited", () => {
  const marks = ["not_ready", "limited", null, "not_ready"] as const;
  const points = marks.map((mark, index) => Object.assign(point(`gc-${index}`, index * PX), { mark }));
  expect(itemsIn(clusterIndex(points), WORLD, MAP.zoom)).toMatchObject([{ notReady: 2 }]);
});

// @spec 175.2
test.each([
  [["online", "offline"], false],
  [["online", "activity"], true],
  [["activity", "offline", "offline"], true],
] as const)("a cluster of %j is active: %s", (markers, isActive) => {
  const points = markers.map((marker, index) => point(`gc-${index}`, index * PX, marker));
  expect(itemsIn(clusterIndex(points), WORLD, MAP.zoom)).toMatchObject([{ kind: "cluster", isActive }]);
});

test.each([
  [["online", "activity"], [], null],
  [["online", "offline"], [], "offline"],
  [["online", "offline"], [0], "errors"],
] as const)("the worst in a cluster of %j with errors at %j is: %s", (markers, withErrors, worst) => {
  const points = markers.map((marker, index) =>
    point(
      `gc-${index}`,
      index * PX,
      marker,
      withErrors.some((one) => one === index),
    ),
  );
  expect(itemsIn(clusterIndex(points), WORLD, MAP.zoom).map(worstState)).toEqual([worst]);
});

test("a cluster splits at some zoom, unless its stations are at the same position", () => {
  const [apart] = itemsIn(clusterIndex([point("a", 0), point("b", PX)]), WORLD, MAP.zoom);
  const index = clusterIndex([point("a", 0), point("b", 0), point("c", 40)]);
  const [together] = itemsIn(index, WORLD, MAX_ZOOM);
  if (apart?.kind !== "cluster" || together?.kind !== "cluster") throw new Error("There is no cluster");
  expect(openingZoom(apart)).toBeGreaterThan(MAP.zoom);
  expect(openingZoom(together)).toBeNull();
  expect(together.points.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("every station is on the map at every zoom, alone or in a cluster", () => {
  const points = Array.from({ length: 300 }, (_, index) => point(`gc-${index}`, ((index * 37) % 360) - 180));
  const index = clusterIndex(points);
  for (let zoom = 1; zoom <= MAX_ZOOM; zoom += 1) {
    const placed = itemsIn(index, WORLD, zoom);
    expect(placed.reduce((sum, one) => sum + (one.kind === "cluster" ? one.count : 1), 0)).toBe(300);
  }
});

test("clusters do not depend on the order of the stations, and show what the stations are now", () => {
  const points = Array.from({ length: 300 }, (_, index) => point(`gc-${index}`, ((index * 37) % 360) - 180));
  const index = clusterIndex(points);
  const before = itemsIn(index, WORLD, MAP.zoom);
  expect(itemsIn(clusterIndex(points.toReversed()), WORLD, MAP.zoom)).toEqual(before);
  const offline = points.map(({ name, lng }) => point(name, lng, "offline")).toReversed();
  const after = itemsIn(clusterIndex(offline, index), WORLD, MAP.zoom);
  expect(after).toEqual(itemsIn(clusterIndex(offline), WORLD, MAP.zoom));
  expect(after.map(worstState)).toContain("offline");
  const moved = points.map(({ name, lng }) => point(name, lng / 2));
  expect(itemsIn(clusterIndex(moved, index), WORLD, MAP.zoom)).toEqual(itemsIn(clusterIndex(moved), WORLD, MAP.zoom));
});

test.each([
  [-170, 170, 190],
  [170, -170, -190],
  [10, 20, 10],
  [10, 380, 370],
])("a station at longitude %i, on a map centered at %i, is displayed at %i", (lng, middle, shown) => {
  expect(nearestLng(lng, middle)).toBe(shown);
});

/** Width of a marker, in px. */
const MARKER_PX = 26;

// @spec 320.1
test("markers that are spread out overlap neither each other nor their center", () => {
  for (let count = 2; count <= SPIDER_MAX; count += 1) {
    const positions = [{ x: 0, y: 0 }, ...spiderLegs(count)];
    const distances = positions.flatMap((one, index) =>
      positions.slice(index + 1).map((two) => Math.hypot(one.x - two.x, one.y - two.y)),
    );
    expect(positions).toHaveLength(count + 1);
    expect(Math.min(...distances)).toBeGreaterThan(MARKER_PX);
  }
});
