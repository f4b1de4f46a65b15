import { TIME_WINDOWS_MS, type TimeWindow } from "../lib/index.ts";
import type { Station } from "./station.ts";

/**
 * Swaps since a moment `began` (ms): the total less the total at that moment (specification, section 9, "Swap counts by
 * period"). Without a known baseline the count is unknown (null), unless the station was added after `began`, when all
 * its swaps count. Never negative.
 */
export function swapsSince(
  of: { total: number; baseline: number | null; created: string },
  began: number,
): number | null {
  if (of.baseline !== null) return Math.max(0, of.total - of.baseline);
  return Date.parse(of.created) > began ? of.total : null;
}

/** A count since shipment: the total less what it was by then; null for a station that was not shipped. */
export function sinceShipment(total: number, atShipment: number | null): number | null {
  return atShipment === null ? null : Math.max(0, total - atShipment);
}

/** Field of a station that holds the swap total at the start of each window. */
const baselines = { year: "swaps_year", month: "swaps_months_1", week: "swaps_week", day: "swaps_day" } as const;

type Counted = Pick<
  Station,
  "created" | "swaps_performed" | "swaps_year" | "swaps_months_1" | "swaps_week" | "swaps_day"
>;

/** Swaps of a station inside a time window that ends at `now` (ms); null when unknown. */
export function periodSwaps(of: Counted, window: TimeWindow, now: number): number | null {
  if (window === "all") return of.swaps_performed;
  const counted = { total: of.swaps_performed, baseline: of[baselines[window]], created: of.created };
  return swapsSince(counted, now - TIME_WINDOWS_MS[window]);
}
