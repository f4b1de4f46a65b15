import {
  coordinatesOf,
  hasUnresolvedErrors,
  markerOf,
  type Coordinates,
  type Marker,
  type Station,
} from "@groundcrew/shared/stations";
import type { Freshness } from "../../freshness/index.ts";
import { asOfText } from "../../lib/index.ts";
import { readingOf, titleOf } from "../../station/index.ts";
import { type Box, WORLD } from "./world-polygons.ts";

/** A station as it stands on the map. */
export type MapPoint = Coordinates & {
  name: string;
  title: string;
  marker: Marker;
  hasErrors: boolean;
  /** The time the marker is from, once it is old. */
  asOf: string | null;
};

/** How fresh the stations are, and whose live video is being watched and is frozen. */
type Seen = { shown: Freshness; frozen: ReadonlySet<string> };

/** The stations that have a place on the map, and how many have none. */
export function mapPoints(
  stations: readonly Station[],
  { shown, frozen }: Seen,
): { points: MapPoint[]; missing: number } {
  const points = stations.flatMap((station): MapPoint[] => {
    const at = coordinatesOf(station);
    if (at === null) return [];
    const { name } = station;
    const { isStale, since, judgedAt } = readingOf(station, { shown, isFrozen: frozen.has(name), now: 0 });
    const asOf = isStale ? asOfText(since) : null;
    const hasErrors = hasUnresolvedErrors(station);
    return [{ ...at, name, title: titleOf(station), marker: markerOf(station, judgedAt), asOf, hasErrors }];
  });
  return { points, missing: stations.length - points.length };
}

/** Whether a map of these points looks the same as one of those. */
export function isSameMap(these: readonly MapPoint[], those: readonly MapPoint[]): boolean {
  return these.length === those.length && these.every((point, at) => isSame(point, those[at]));
}

function isSame(of: MapPoint, other: MapPoint | undefined): boolean {
  if (other === undefined) return false;
  const isThere = of.lat === other.lat && of.lng === other.lng;
  return (
    isThere &&
    of.name === other.name &&
    of.title === other.title &&
    of.marker === other.marker &&
    of.asOf === other.asOf &&
    of.hasErrors === other.hasErrors
  );
}

/** What stations without a place say, below the map; nothing when there are none. */
export function unlocatedSentence(missing: number): string | null {
  if (missing === 0) return null;
  return missing === 1
    ? "1 station has no usable coordinates and is not on the map."
    : `${missing.toLocaleString("en-US")} stations have no usable coordinates and are not on the map.`;
}

/** The stations whose points lie in a part of the map, in the order given. Without one, all that are on the map. */
export function stationsInView(
  stations: readonly Station[],
  points: readonly MapPoint[],
  box: Box | null,
): readonly Station[] {
  const names = new Set(points.filter((point) => box === null || isInside(point, box)).map(({ name }) => name));
  return stations.filter(({ name }) => names.has(name));
}

/** Whether a point, or the same point of a world further on, lies in a part of the map. */
function isInside({ lat, lng }: Coordinates, [west, south, east, north]: Box): boolean {
  const turn = Math.ceil((west - lng) / WORLD);
  return lat >= south && lat <= north && lng + turn * WORLD <= east;
}
