import { WORLD, type Box } from "@groundcrew/shared/stations";
import type { MultiPolygon, Position as GeoPosition } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/**
 * The land of a world atlas for a flat map that continues beyond the date line, three worlds wide. An atlas is made for a globe:
 * on a flat map, a shape that crosses the date line would be drawn across the whole map.
 */
export function worldPolygons(world: Topology<{ countries: GeometryCollection }>): MultiPolygon {
  const { features } = feature(world, world.objects.countries);
  const polygons = features.flatMap(({ geometry }): GeoPosition[][][] => {
    if (geometry.type === "Polygon") return [geometry.coordinates];
    return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
  });
  const flat = polygons.map((rings) => rings.map(unrollRing));
  return { type: "MultiPolygon", coordinates: [-WORLD, 0, WORLD].flatMap((by) => flat.map(shifted(by))) };
}

/** A ring whose longitudes continue past 180 degrees instead of jumping. A ring around a pole is closed over that pole. */
export function unrollRing(ring: readonly GeoPosition[]): GeoPosition[] {
  let shift = 0;
  let before: number | undefined;
  const unrolled = ring.map(([lng = 0, lat = 0]): GeoPosition => {
    if (before !== undefined && Math.abs(lng - before) > WORLD / 2) shift += lng > before ? -WORLD : WORLD;
    before = lng;
    return [lng + shift, lat];
  });
  const [first] = unrolled;
  const last = unrolled.at(-1);
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) <= WORLD / 2) return unrolled;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...unrolled, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

function shifted(by: number) {
  return (rings: GeoPosition[][]) =>
    rings.map((ring) => ring.map(([lng = 0, lat = 0]): GeoPosition => [lng + by, lat]));
}

/** A settlement: name, latitude and longitude in degrees, and population. */
export type Settlement = readonly [name: string, lat: number, lng: number, population: number];
type Point = { x: number; y: number };

/** Smallest population that is named at a zoom level; above these levels all are named. */
const MIN_POPULATION: Readonly<Record<number, number>> = { 4: 2_000_000, 5: 700_000, 6: 200_000, 7: 50_000 };
/** The first zoom level at which settlements are named. */
export const SETTLEMENTS_FROM_ZOOM = 4;
/** The space that a name takes (px). */
const LABEL = { width: 110, height: 22 } as const;
/** Maximum number of names on the map. */
const NAMES_MAX = 80;

type View = { box: Box; zoom: number; project: (settlement: Settlement) => Point };

/** The settlements to name in an area of the map, from a list sorted by population. A name that would overlap a larger settlement's is left out. */
export function settlementsInView(settlements: readonly Settlement[], { box, zoom, project }: View): Settlement[] {
  const [west, south, east, north] = box;
  const minPopulation = MIN_POPULATION[zoom] ?? 0;
  const named: { settlement: Settlement; at: Point }[] = [];
  for (const settlement of settlements) {
    const [, lat, lng, population] = settlement;
    if (named.length === NAMES_MAX || population < minPopulation) break;
    if (lat < south || lat > north || lng < west || lng > east) continue;
    const at = project(settlement);
    if (!named.some((other) => isNear(at, other.at))) named.push({ settlement, at });
  }
  return named.map(({ settlement }) => settlement);
}

function isNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < LABEL.width && Math.abs(one.y - other.y) < LABEL.height;
}
