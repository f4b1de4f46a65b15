import { ageMs } from "../../lib/index.ts";
import { ONLINE_WINDOWS_MS } from "../online-status.ts";
import { hasUnresolvedErrors } from "../list/filters.ts";
import type { ListedStation } from "../list/listed-station.ts";
import { readinessPart } from "../list/readiness.ts";
import type { Station } from "../station.ts";
import { coordinatesOf, type Coordinates } from "./coordinates.ts";

/** Marker of a station on the map: swapped recently (animated), online, or offline. */
export type Marker = "activity" | "online" | "offline";

/** The marker of a station at `now` (ms). A swap counts as recent for as long as "active recently" lasts. */
export function markerOf(station: Pick<Station, "last_swapped" | "last_online_status">, now: number): Marker {
  const age = ageMs(station.last_swapped, now);
  if (age !== null && age <= ONLINE_WINDOWS_MS.active_recent) return "activity";
  return station.last_online_status ? "online" : "offline";
}

/** The content of a marker on the map: the state of a station, or that it is in maintenance. */
export type MapMarker = Marker | "maintenance";

/** The states of readiness that are marked on the map. */
export type ReadinessMark = "not_ready" | "limited";

/** A station's point on the map. */
export type MapPoint = Coordinates & {
  name: string;
  marker: MapMarker;
  /** Unresolved errors, of a station that is not in maintenance. */
  hasErrors: boolean;
  /** The reason why it is not ready; null if there is none, it is in maintenance, or that is not known. */
  mark: ReadinessMark | null;
};

/** The point of a station at `now` (ms); null without usable coordinates. */
export function mapPoint(station: ListedStation, now: number): MapPoint | null {
  const coordinates = coordinatesOf(station);
  if (coordinates === null) return null;
  const isMaintained = station.maintenance !== null;
  const part = readinessPart(station);
  return {
    ...coordinates,
    name: station.name,
    marker: isMaintained ? "maintenance" : markerOf(station, now),
    hasErrors: !isMaintained && hasUnresolvedErrors(station),
    mark: part === "not_ready" || part === "limited" ? part : null,
  };
}

/** Minimum number of stations of a medium and of a large cluster on the map (specification, section 4). */
const CLUSTER_THRESHOLDS = { medium: 10, large: 100 } as const;

/** Displayed size of a cluster with this many stations. */
export function clusterSize(stations: number): "small" | "medium" | "large" {
  if (stations < CLUSTER_THRESHOLDS.medium) return "small";
  return stations < CLUSTER_THRESHOLDS.large ? "medium" : "large";
}
