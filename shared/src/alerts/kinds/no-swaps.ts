import { z } from "zod";
import { between, HOUR_MS, MINUTE_MS } from "../../lib/index.ts";
import { defineRuleKind, holds, OVER, UNKNOWN } from "./definition.ts";

/** It is not reported sooner than this, and only for stations with this many swaps in 14 days. */
const LEAST_MS = 2 * HOUR_MS;
export const NO_SWAPS_MIN = 20;

/**
 * No swap for `times` the median gap between the swaps of the last 14 days, but at least two hours. Stations with fewer than 20 swaps in that
 * time are not watched.
 */
export const noSwaps = defineRuleKind({
  label: "No swaps",
  over: "Swaps again",
  condition: z.strictObject({
    kind: z.literal("no_swaps"),
    times: between(2, 100, " times the usual gap"),
  }),
  text: ({ times }) => `No swap for ${times} times the usual gap`,
  causes: ["offline", "no_reports"],
  station: {
    signal: "usual_gap",
    state({ times }, { last_swapped, usual_gap }, { now }) {
      if (last_swapped === null || usual_gap === null) return UNKNOWN;
      if (now - last_swapped < gapMs(times, usual_gap)) return OVER;
      return holds(`No swap for ${spanText(now - last_swapped)}, usually one in ${spanText(usual_gap)}`, {
        since: last_swapped,
      });
    },
    input: ({ usual_gap, last_swapped }) => (usual_gap === null ? null : last_swapped),
    nextChange({ times }, { last_swapped, usual_gap }, { now }) {
      if (last_swapped === null || usual_gap === null) return null;
      const at = last_swapped + gapMs(times, usual_gap);
      return at > now ? at : null;
    },
  },
});

/** How long there have to be no swaps (ms). */
function gapMs(times: number, usualGap: number): number {
  return Math.max(LEAST_MS, times * usualGap);
}

function spanText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`;
  return ms < 48 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / (24 * HOUR_MS))} d`;
}
