import { z } from "zod";
import { HOUR_MS, SECOND_MS, timestamp } from "../../lib/index.ts";
import type { HistorySpan, StateChange } from "./spans.ts";

const seconds = z.int().nonnegative();

/** The seconds of several stations in an hour, by state. Maintenance and what is not recorded are in none of them. */
export const hourSeconds = z.object({
  start: timestamp,
  ready_s: seconds,
  limited_s: seconds,
  not_ready_s: seconds,
  unknown_s: seconds,
});
export type HourSeconds = z.output<typeof hourSeconds>;

/** The whole hours up to the one of a time (ms), that one last, without any seconds. */
export function hoursUntil(now: number, count: number): HourSeconds[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: count }, (_, nth) => {
    const start = new Date(last - (count - 1 - nth) * HOUR_MS).toISOString();
    return { start, ready_s: 0, limited_s: 0, not_ready_s: 0, unknown_s: 0 };
  });
}

/** Hours in a row with the seconds of a station's spans added. */
export function withSpans(hours: readonly HourSeconds[], spans: readonly HistorySpan<StateChange>[]): HourSeconds[] {
  const first = Date.parse(hours[0]?.start ?? "");
  const sums = hours.map((hour) => ({ ...hour }));
  for (const { kind, from, until } of spans) {
    if (kind !== "ready" && kind !== "limited" && kind !== "not_ready" && kind !== "unknown") continue;
    for (let start = from; start < until;) {
      const nth = Math.floor((start - first) / HOUR_MS);
      const end = Math.min(until, first + (nth + 1) * HOUR_MS);
      const sum = sums[nth];
      if (sum) sum[`${kind}_s`] += Math.round((end - first) / SECOND_MS) - Math.round((start - first) / SECOND_MS);
      start = end;
    }
  }
  return sums;
}
