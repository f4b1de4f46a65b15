import { advanceSwaps } from "@groundcrew/shared/telemetry";
import type { SwapCounting } from "./change.ts";
import type { StationState } from "./state.ts";

type Counted = Pick<StationState, "swaps_performed" | "swaps_reported" | "swaps_by_events">;

/**
 * What is known of a station's swaps after its own counter reads `reported` (null: it did not say). Where events are counted, the
 * counter is only remembered, so that nothing is counted twice or missed when that ends. `counting` is told at birth.
 */
export function countSwaps(before: Counted, reported: number | null, counting?: SwapCounting): Counted {
  const byEvents = counting?.byEvents ?? before.swaps_by_events;
  const swaps_reported = reported ?? before.swaps_reported;
  if (reported === null || (byEvents && before.swaps_by_events)) {
    return { swaps_performed: before.swaps_performed, swaps_reported, swaps_by_events: byEvents };
  }
  const counted = byEvents ? toldBy(reported, before.swaps_reported, counting?.untold ?? 0) : reported;
  const swaps_performed = advanceSwaps(before.swaps_performed, before.swaps_reported, counted);
  return { swaps_performed, swaps_reported, swaps_by_events: byEvents };
}

/** What the counter read before the swaps whose events are still to come, but no less than it is known to have read. */
function toldBy(reported: number, reportedBefore: number | null, untold: number): number {
  const least = reportedBefore !== null && reportedBefore <= reported ? reportedBefore : 0;
  return Math.max(least, reported - untold);
}
