import { advanceSwaps } from "@groundcrew/shared/telemetry";
import type { SwapCounting } from "./change.ts";
import type { StationState } from "./state.ts";

type Counted = Pick<StationState, "swaps_performed" | "swaps_reported" | "swaps_by_events" | "swaps_by_counter">;

/**
 * The swap counts of a station after its own counter reads `reported` (null: not reported). Where events are counted, the counter has a
 * separate total, so that nothing is counted twice or missed when that ends, and so that both can be compared. `counting` is reported at
 * birth.
 */
export function countSwaps(before: Counted, reported: number | null, counting?: SwapCounting): Counted {
  const byEvents = counting?.byEvents ?? before.swaps_by_events;
  const next = {
    swaps_performed: before.swaps_performed,
    swaps_reported: reported ?? before.swaps_reported,
    swaps_by_events: byEvents,
    swaps_by_counter: byEvents ? before.swaps_by_counter : null,
  };
  if (reported === null) return next;
  if (byEvents && before.swaps_by_events) return { ...next, swaps_by_counter: counterTotal(before, reported) };
  const counted = byEvents ? withoutUnsent(reported, before.swaps_reported, counting?.unsent ?? 0) : reported;
  return {
    ...next,
    swaps_performed: advanceSwaps(before.swaps_performed, before.swaps_reported, counted),
    swaps_by_counter: byEvents ? advanceSwaps(before.swaps_performed, before.swaps_reported, reported) : null,
  };
}

/** The total according to the station's own counter. When it is first read, both totals start equal. */
function counterTotal(before: Counted, reported: number): number {
  const { swaps_by_counter: total, swaps_reported } = before;
  return total === null || swaps_reported === null
    ? before.swaps_performed
    : advanceSwaps(total, swaps_reported, reported);
}

/** The counter's reading before the swaps whose events are still to come, but no less than an earlier reading. */
function withoutUnsent(reported: number, reportedBefore: number | null, unsent: number): number {
  const least = reportedBefore !== null && reportedBefore <= reported ? reportedBefore : 0;
  return Math.max(least, reported - unsent);
}
