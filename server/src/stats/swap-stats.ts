import { sinceShipment, swapsSince } from "@groundcrew/shared/stations";
import type { SwapStats } from "@groundcrew/shared/stats";
import { SWAP_PERIODS_MS } from "../stations/index.ts";
import type { SwapCounts } from "./fleet-queries.ts";

/** Swaps of a station in each period that ends at `now` (ms). */
export function swapStatsOf(of: SwapCounts, now: number): SwapStats {
  const total = of.swaps_performed;
  const since = (period: keyof typeof SWAP_PERIODS_MS) =>
    swapsSince({ total, baseline: of[period], created: of.created }, now - SWAP_PERIODS_MS[period]);
  return {
    station: of.name,
    swaps_all: total,
    swaps_year: since("swaps_year"),
    swaps_months_3: since("swaps_months_3"),
    swaps_months_1: since("swaps_months_1"),
    swaps_week: since("swaps_week"),
    swaps_day: since("swaps_day"),
    swaps_shipment: of.shipped === null ? null : sinceShipment(total, of.swaps_shipment),
  };
}
