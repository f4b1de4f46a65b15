import { ageMs } from "../../lib/index.ts";
import { ONLINE_WINDOWS_MS } from "../online-status.ts";
import type { Station } from "../station.ts";

/** Marker of a station on the map: swapped recently (animated), online, or offline. */
export type Marker = "activity" | "online" | "offline";

/** The marker of a station at `now` (ms). A swap counts as recent for as long as "active recently" lasts. */
export function markerOf(station: Pick<Station, "last_swapped" | "last_online_status">, now: number): Marker {
  const age = ageMs(station.last_swapped, now);
  if (age !== null && age <= ONLINE_WINDOWS_MS.active_recent) return "activity";
  return station.last_online_status ? "online" : "offline";
}

/** Minimum number of stations of a medium and of a large cluster on the map (specification, section 4). */
const CLUSTER_THRESHOLDS = { medium: 10, large: 100 } as const;

/** Displayed size of a cluster with this many stations. */
export function clusterSize(stations: number): "small" | "medium" | "large" {
  if (stations < CLUSTER_THRESHOLDS.medium) return "small";
  return stations < CLUSTER_THRESHOLDS.large ? "medium" : "large";
}
