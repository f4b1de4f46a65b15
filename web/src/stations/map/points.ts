import { coordinatesOf, markerOf, type Coordinates, type Marker, type Station } from "@groundcrew/shared/stations";
import { titleOf } from "../station-cells.tsx";

/** A station as it stands on the map. */
export type MapPoint = Coordinates & { name: string; title: string; marker: Marker };

/** The stations that have a place on the map at `now` (ms), and how many have none. */
export function mapPoints(stations: readonly Station[], now: number): { points: MapPoint[]; missing: number } {
  const points = stations.flatMap((station): MapPoint[] => {
    const at = coordinatesOf(station);
    if (at === null) return [];
    return [{ ...at, name: station.name, title: titleOf(station), marker: markerOf(station, now) }];
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
  return isThere && of.name === other.name && of.title === other.title && of.marker === other.marker;
}

/** What stations without a place say, below the map; nothing when there are none. */
export function missingSentence(missing: number): string | null {
  if (missing === 0) return null;
  return missing === 1
    ? "1 station has no usable coordinates and is not on the map."
    : `${missing.toLocaleString("en-US")} stations have no usable coordinates and are not on the map.`;
}
