import type { TimeWindow } from "../lib/index.ts";
import { hasUnresolvedErrors } from "./list/filters.ts";
import { activeSince } from "./online-status.ts";
import { periodSwaps } from "./period-swaps.ts";
import type { ListedStation } from "./list/listed-station.ts";
import type { VolatileTable } from "./list/volatile-table.ts";

/**
 * The numbers above the station list (specification, section 2, "Stats header"): swaps in the window, all stations, online ones, those
 * active now, those that are ready, those with unresolved errors, those in maintenance, and those of both. Unknown swap counts count as zero.
 */
export type FleetStats = Record<
  "swaps" | "total" | "online" | "active" | "ready" | "error" | "maintenance" | "error_maintenance",
  number
>;

type Counted = {
  window: TimeWindow;
  /** In ms. */
  now: number;
  /** Newer times of contact than the stations have. */
  volatile?: VolatileTable | null;
};

/** Counts a filtered list of stations at a time. */
export function fleetStats(stations: readonly ListedStation[], { window, now, volatile = null }: Counted): FleetStats {
  const isActive = activeAt(now, volatile);
  const stats = {
    swaps: 0,
    total: stations.length,
    online: 0,
    active: 0,
    ready: 0,
    error: 0,
    maintenance: 0,
    error_maintenance: 0,
  };
  for (const station of stations) {
    stats.swaps += periodSwaps(station, window, now) ?? 0;
    if (station.last_online_status) stats.online += 1;
    if (station.telemetry_enabled && isActive(station)) stats.active += 1;
    if (station.readiness?.state === "ready") stats.ready += 1;
    if (hasUnresolvedErrors(station)) stats.error += 1;
    if (station.maintenance === null) continue;
    stats.maintenance += 1;
    if (hasUnresolvedErrors(station)) stats.error_maintenance += 1;
  }
  return stats;
}

function activeAt(now: number, volatile: VolatileTable | null): (station: ListedStation) => boolean {
  const activeFrom = activeSince(now);
  if (!volatile) return (station) => (station.last_active ?? "") >= activeFrom;
  const activeFromMs = Date.parse(activeFrom);
  return ({ name }) => (volatile.last_active[volatile.positions.get(name) ?? -1] ?? -Infinity) >= activeFromMs;
}
