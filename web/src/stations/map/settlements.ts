import type { Box } from "./world-polygons.ts";

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
