import type { Box } from "./world-polygons.ts";

/** A settlement: name, latitude and longitude in degrees, and population. */
export type Settlement = readonly [name: string, lat: number, lng: number, population: number];
type Point = { x: number; y: number };

/** Smallest population that is named at a zoom level; above these levels all are named. */
const MIN_POPULATION: Readonly<Record<number, number>> = { 4: 2_000_000, 5: 700_000, 6: 200_000, 7: 50_000 };
/** The first zoom level at which settlements are named. */
export const SETTLEMENTS_FROM_ZOOM = 4;
/** Space for a name (px). */
const LABEL = { width: 110, height: 22 } as const;
const MOST = 80;

type View = { box: Box; zoom: number; project: (place: Settlement) => Point };

/** The settlements to name in an area of the map, from a list that is sorted by size: none whose names would overlap. */
export function settlementsInView(settlements: readonly Settlement[], { box, zoom, project }: View): Settlement[] {
  const [west, south, east, north] = box;
  const fewest = MIN_POPULATION[zoom] ?? 0;
  const named: { place: Settlement; at: Point }[] = [];
  for (const place of settlements) {
    const [, lat, lng, population] = place;
    if (named.length === MOST || population < fewest) break;
    if (lat < south || lat > north || lng < west || lng > east) continue;
    const at = project(place);
    if (!named.some((other) => isNear(at, other.at))) named.push({ place, at });
  }
  return named.map(({ place }) => place);
}

function isNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < LABEL.width && Math.abs(one.y - other.y) < LABEL.height;
}
