import { sinceShipment, swapsSince } from "@groundcrew/shared/stations";
import type { SwapStats } from "@groundcrew/shared/stats";
import { SWAP_PERIODS_MS } from "../stations/index.ts";
import type { SwapCounts } from "./fleet-queries.ts";

/** A station's swaps in each period that ends at `now` (ms). */
export function swapStatsOf(station: SwapCounts, now: number): SwapStats {
  const total = station.swaps_performed;
  const since = (period: keyof typeof SWAP_PERIODS_MS) =>
    swapsSince({ total, baseline: station[period], created: station.created }, now - SWAP_PERIODS_MS[period]);
  return {
    station: station.name,
    swaps_all: total,
    swaps_year: since("swaps_year"),
    swaps_months_3: since("swaps_months_3"),
    swaps_months_1: since("swaps_months_1"),
    swaps_week: since("swaps_week"),
    swaps_day: since("swaps_day"),
    swaps_shipment: station.shipped === null ? null : sinceShipment(total, station.swaps_shipment),
  };
}
