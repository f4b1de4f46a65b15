import { z } from "zod";
import { DAY_MS, textOf, timestamp, type Timestamp } from "../lib/index.ts";
import { reasonCode, type ReasonCode } from "./readiness.ts";
import { REASONS } from "./reasons/index.ts";
import type { StationReadiness } from "./station-readiness.ts";

/** How long a reason can be ignored, in days. */
export const IGNORED_MAX_DAYS = 30;

/**
 * A reason of a station that people ignore until a time, unless its effect gets worse than `effect`. `by` is null for staff whose name the caller
 * may not see.
 */
export const ignoredReason = z.object({
  code: reasonCode,
  effect: z.enum(["block", "limit"]),
  until: timestamp,
  why: z.string(),
  by: z.string().nullable(),
  created: timestamp,
});
export type StoredIgnoredReason = z.output<typeof ignoredReason>;

/** A reason to be ignored until a time that is at most 30 days away. */
export const newIgnoredReason = z.strictObject({
  code: reasonCode,
  until: timestamp,
  why: textOf(500, "Say why the reason is ignored."),
});

/** The problem with the end of ignoring at `now` (ms); null if there is none. */
export function ignoredUntilProblem(until: Timestamp, now: number): string | null {
  const end = Date.parse(until);
  if (end <= now) return "Choose a time after now.";
  return end > now + IGNORED_MAX_DAYS * DAY_MS ? `Choose a time in the next ${IGNORED_MAX_DAYS} days.` : null;
}

/** Reasons that cannot be ignored: those that say that a station's readiness is not known, or that people have chosen. */
const NEVER_IGNORED: ReadonlySet<ReasonCode> = new Set(["maintenance", "never", "no_data", "offline", "silent"]);

/** True for reasons that people may ignore. */
export function canBeIgnored(code: ReasonCode): boolean {
  return !NEVER_IGNORED.has(code);
}

/** The worst effect that a reason of a station would have if it were not ignored; null if the station has no such reason, or it has no effect. */
export function ignorableEffect({ holds }: StationReadiness, code: ReasonCode): StoredIgnoredReason["effect"] | null {
  if (!canBeIgnored(code)) return null;
  const effects = new Set(holds.flatMap(({ id, shown }) => (codes.get(id) === code && shown ? shown.effect : [])));
  if (effects.has("block")) return "block";
  return effects.has("limit") ? "limit" : null;
}

const codes = new Map(REASONS.map(({ id, code }) => [id, code]));
