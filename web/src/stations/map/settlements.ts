import type { Box } from "./world-polygons.ts";

/** A settlement: its name, latitude and longitude in degrees, and how many people live there. */
export type Place = readonly [name: string, lat: number, lng: number, people: number];
type Point = { x: number; y: number };

/** Fewest people of a settlement that a zoom names; closer up all are named. */
const FEWEST: Readonly<Record<number, number>> = { 4: 2_000_000, 5: 700_000, 6: 200_000, 7: 50_000 };
/** The first zoom at which settlements are named. */
export const SETTLEMENTS_FROM_ZOOM = 4;
/** Room for a name (px). */
const LABEL = { width: 110, height: 22 } as const;
const MOST = 80;

type View = { box: Box; zoom: number; project: (place: Place) => Point };

/** The settlements to name in a part of the map, given the largest first: none whose names would overlap. */
export function settlementsInView(places: readonly Place[], { box, zoom, project }: View): Place[] {
  const [west, south, east, north] = box;
  const fewest = FEWEST[zoom] ?? 0;
  const named: { place: Place; at: Point }[] = [];
  for (const place of places) {
    const [, lat, lng, people] = place;
    if (named.length === MOST || people < fewest) break;
    if (lat < south || lat > north || lng < west || lng > east) continue;
    const at = project(place);
    if (!named.some((other) => isNear(at, other.at))) named.push({ place, at });
  }
  return named.map(({ place }) => place);
}

function isNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < LABEL.width && Math.abs(one.y - other.y) < LABEL.height;
}
