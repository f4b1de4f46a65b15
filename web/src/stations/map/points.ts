import {
  coordinatesOf,
  hasUnresolvedErrors,
  markerOf,
  readinessPart,
  type Coordinates,
  type Marker,
  type Station,
} from "@groundcrew/shared/stations";
import type { Freshness } from "../../data/freshness/index.ts";
import { logMoment, wholeNumber } from "../../lib/index.ts";
import { stationReading, stationTitle } from "../../station/index.ts";
import { isInside, type Box } from "./geography.ts";

/** The content of a marker: the state of a station, or that it is in maintenance. */
export type MapMarker = Marker | "maintenance";

/** The states of readiness that are marked on the map. */
export type ReadinessMark = "not_ready" | "limited";

/** A station's point on the map. */
export type MapPoint = Coordinates & {
  name: string;
  title: string;
  marker: MapMarker;
  hasErrors: boolean;
  /** The reason why it is not ready; null if there is none, it is in maintenance, or that is not known. */
  mark: ReadinessMark | null;
  /** The time that a stale marker is as of; null if it is current. */
  asOf: string | null;
};

/** The freshness of the stations, and the names of those whose live video is open and frozen. */
type FreshnessContext = { freshness: Freshness; frozen: ReadonlySet<string> };

/** The stations with usable coordinates, and the number of the others. */
export function mapPoints(
  stations: readonly Station[],
  { freshness, frozen }: FreshnessContext,
): { points: MapPoint[]; unlocated: number } {
  const points = stations.flatMap((station): MapPoint[] => {
    const coordinates = coordinatesOf(station);
    if (coordinates === null) return [];
    const { name } = station;
    const { isStale, since, evaluatedAt } = stationReading(station, { freshness, isFrozen: frozen.has(name), now: 0 });
    const asOf = isStale ? logMoment(since) : null;
    const hasErrors = station.maintenance === null && hasUnresolvedErrors(station);
    const marker = station.maintenance === null ? markerOf(station, evaluatedAt) : "maintenance";
    return [{ ...coordinates, name, title: stationTitle(station), marker, asOf, hasErrors, mark: markOf(station) }];
  });
  return { points, unlocated: stations.length - points.length };
}

function markOf(station: Station): ReadinessMark | null {
  const part = readinessPart(station);
  return part === "not_ready" || part === "limited" ? part : null;
}

/** Whether the map looks the same with both lists of points. */
export function isSameMap(before: readonly MapPoint[], after: readonly MapPoint[]): boolean {
  return before.length === after.length && before.every((point, index) => isSame(point, after[index]));
}

function isSame(one: MapPoint, other: MapPoint | undefined): boolean {
  if (other === undefined) return false;
  const isSamePosition = one.lat === other.lat && one.lng === other.lng;
  return (
    isSamePosition &&
    one.name === other.name &&
    one.title === other.title &&
    one.marker === other.marker &&
    one.asOf === other.asOf &&
    one.hasErrors === other.hasErrors &&
    one.mark === other.mark
  );
}

/** The sentence about stations without coordinates, below the map; null if there are none. */
export function unlocatedSentence(unlocated: number): string | null {
  if (unlocated === 0) return null;
  return unlocated === 1
    ? "1 station has no usable coordinates and is not on the map."
    : `${wholeNumber(unlocated)} stations have no usable coordinates and are not on the map.`;
}

/** The stations in an area of the map, in the given order. Without an area, all on the map. */
export function stationsInView(
  stations: readonly Station[],
  points: readonly MapPoint[],
  box: Box | null,
): readonly Station[] {
  const names = new Set(points.filter((point) => box === null || isInside(point, box)).map(({ name }) => name));
  return stations.filter(({ name }) => names.has(name));
}
