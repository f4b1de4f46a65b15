import { isInside, mapPoint, type Box, type MapPoint, type Station } from "@groundcrew/shared/stations";
import type { Freshness } from "../../data/freshness/index.ts";
import { logMoment, wholeNumber } from "../../lib/index.ts";
import { stationReading, stationTitle } from "../../station/index.ts";

/** A station's point on the map, with its title and the time that a stale marker is as of; null if it is current. */
export type TitledPoint = MapPoint & { title: string; asOf: string | null };

/** The freshness of the stations, and the names of those whose live video is open and frozen. */
type FreshnessContext = { freshness: Freshness; frozen: ReadonlySet<string> };

/** The stations with usable coordinates, and the number of the others. */
export function mapPoints(
  stations: readonly Station[],
  { freshness, frozen }: FreshnessContext,
): { points: TitledPoint[]; unlocated: number } {
  const points = stations.flatMap((station): TitledPoint | [] => {
    const reading = stationReading(station, { freshness, isFrozen: frozen.has(station.name), now: 0 });
    const point = mapPoint(station, reading.evaluatedAt);
    if (point === null) return [];
    return { ...point, title: stationTitle(station), asOf: reading.isStale ? logMoment(reading.since) : null };
  });
  return { points, unlocated: stations.length - points.length };
}

/** Whether the map looks the same with both lists of points. */
export function isSameMap(before: readonly TitledPoint[], after: readonly TitledPoint[]): boolean {
  return before.length === after.length && before.every((point, index) => isSame(point, after[index]));
}

function isSame(one: TitledPoint, other: TitledPoint | undefined): boolean {
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
  points: readonly TitledPoint[],
  box: Box | null,
): readonly Station[] {
  const names = new Set(points.filter((point) => box === null || isInside(point, box)).map(({ name }) => name));
  return stations.filter(({ name }) => names.has(name));
}
