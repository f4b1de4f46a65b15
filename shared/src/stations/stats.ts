import type { TimeWindow } from "../lib/index.ts";
import { hasCountedErrors } from "./filters.ts";
import { activeSince } from "./online-status.ts";
import { periodSwaps } from "./period-swaps.ts";
import type { Station } from "./station.ts";

/**
 * The numbers above the station list (specification, section 2, "Stats header"): swaps in the window, all stations, online ones, those
 * active now, those with unresolved errors, those in maintenance. Errors of the latter do not count; unknown swap counts count as zero.
 */
export type FleetStats = Record<"swaps" | "total" | "online" | "active" | "error" | "maintenance", number>;

/** Counts a filtered list of stations at `now` (ms). */
export function fleetStats(stations: readonly Station[], window: TimeWindow, now: number): FleetStats {
  const activeFrom = activeSince(now);
  const stats = { swaps: 0, total: stations.length, online: 0, active: 0, error: 0, maintenance: 0 };
  for (const station of stations) {
    stats.swaps += periodSwaps(station, window, now) ?? 0;
    if (station.last_online_status) stats.online += 1;
    if (station.telemetry_enabled && (station.last_active ?? "") >= activeFrom) stats.active += 1;
    if (hasCountedErrors(station)) stats.error += 1;
    if (station.maintenance !== null) stats.maintenance += 1;
  }
  return stats;
}
