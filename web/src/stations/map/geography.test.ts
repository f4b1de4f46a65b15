import { expect, test } from "vitest";
import { unrollRing, worldPolygons, type Settlement, settlementsInView } from "./geography.ts";

import world from "world-atlas/countries-110m.json" with { type: "json" };

test("a ring that crosses the date line continues beyond it", () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 50],
    [170, 50],
    [170, 60],
  ];
  expect(unrollRing(ring).map(([lng]) => lng)).toEqual([170, 190, 190, 170, 170]);
});

test("a ring around a pole is closed over the pole", () => {
  const ring = [-180, -90, 0, 90, 180].map((lng) => [lng, -75]);
  expect(unrollRing(ring).slice(-3)).toEqual([
    [180, -90],
    [-180, -90],
    [-180, -75],
  ]);
});

test("no edge of a country is a streak across the map", () => {
  const { coordinates } = worldPolygons(world);
  expect(coordinates.length).toBeGreaterThan(500);
  for (const ring of coordinates.flat()) {
    const jumps = ring.slice(1).filter(([lng = 0, lat = 0], index) => {
      const isPole = Math.abs(lat) === 90;
      return !isPole && Math.abs(lng - (ring[index]?.[0] ?? 0)) > 180;
    });
    expect(jumps).toEqual([]);
  }
});

const settlements: Settlement[] = [
  ["Metropolis", 50, 10, 5_000_000],
  ["Suburb", 50, 10.1, 900_000],
  ["Elsewhere", 10, 10, 800_000],
  ["Village", 51, 12, 900],
];
const project =
  (pxPerDegree: number) =>
  ([, lat, lng]: Settlement) => ({ x: lng * pxPerDegree, y: -lat * pxPerDegree });
const namesAt = (zoom: number, pxPerDegree: number) =>
  settlementsInView(settlements, { box: [0, 40, 20, 60], zoom, project: project(pxPerDegree) }).map(([name]) => name);

test("zoomed out, only large settlements in view are named; zoomed in, all of them", () => {
  expect(namesAt(4, 20)).toEqual(["Metropolis"]);
  expect(namesAt(5, 2_000)).toEqual(["Metropolis", "Suburb"]);
  expect(namesAt(8, 2_000)).toEqual(["Metropolis", "Suburb", "Village"]);
});

test("of two names that would overlap, the larger settlement's is shown", () => {
  expect(namesAt(8, 200)).toEqual(["Metropolis", "Village"]);
});
