import world from "world-atlas/countries-110m.json" with { type: "json" };
import { expect, test } from "vitest";
import { unrollRing, worldPolygons } from "./world-polygons.ts";

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
    const jumps = ring.slice(1).filter(([lng = 0, lat = 0], at) => {
      const isPole = Math.abs(lat) === 90;
      return !isPole && Math.abs(lng - (ring[at]?.[0] ?? 0)) > 180;
    });
    expect(jumps).toEqual([]);
  }
});
