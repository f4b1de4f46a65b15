import { ageMs } from "../lib/index.ts";
import { ONLINE_WINDOWS_MS } from "./online-status.ts";
import type { Station } from "./station.ts";

/** How a station looks on the map: swapped recently (animated), link up, or link down. */
export type Marker = "activity" | "online" | "offline";

/** The marker of a station at `now` (ms). A swap is recent for as long as a station counts as active recently. */
export function markerOf(of: Pick<Station, "last_swapped" | "last_online_status">, now: number): Marker {
  const age = ageMs(of.last_swapped, now);
  if (age !== null && age <= ONLINE_WINDOWS_MS.active_recent) return "activity";
  return of.last_online_status ? "online" : "offline";
}

/** Number of stations from which a cluster on the map is drawn medium, then large (specification, section 4). */
const CLUSTER_THRESHOLDS = { medium: 10, large: 100 } as const;

/** The size a cluster of so many stations is drawn in. */
export function clusterSize(stations: number): "small" | "medium" | "large" {
  if (stations < CLUSTER_THRESHOLDS.medium) return "small";
  return stations < CLUSTER_THRESHOLDS.large ? "medium" : "large";
}
