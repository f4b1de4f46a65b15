import { TIME_WINDOWS_MS, type TimeWindow } from "../lib/index.ts";
import type { Station } from "./station.ts";

/**
 * Swaps since `start` (ms): the total minus the total at that time (specification, section 9, "Swap counts by period"). Without a known
 * baseline the count is unknown (null), unless the station was added after `start`; then all its swaps count. Never negative.
 */
export function swapsSince(
  { total, baseline, created }: { total: number; baseline: number | null; created: string },
  start: number,
): number | null {
  if (baseline !== null) return Math.max(0, total - baseline);
  return Date.parse(created) > start ? total : null;
}

/** A count since shipment: the total minus the total at shipment; null for a station that was not shipped. */
export function sinceShipment(total: number, atShipment: number | null): number | null {
  return atShipment === null ? null : Math.max(0, total - atShipment);
}

/** Field of a station with the swap total at the start of each window. */
const baselines = { year: "swaps_year", month: "swaps_months_1", week: "swaps_week", day: "swaps_day" } as const;

type SwapCounts = Pick<
  Station,
  "created" | "swaps_performed" | "swaps_year" | "swaps_months_1" | "swaps_week" | "swaps_day"
>;

/** Swaps of a station inside a time window that ends at `now` (ms); null when unknown. */
export function periodSwaps(station: SwapCounts, window: TimeWindow, now: number): number | null {
  if (window === "all") return station.swaps_performed;
  const counts = { total: station.swaps_performed, baseline: station[baselines[window]], created: station.created };
  return swapsSince(counts, now - TIME_WINDOWS_MS[window]);
}
