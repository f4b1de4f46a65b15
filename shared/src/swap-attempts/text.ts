import { HOUR_MS, SECOND_MS, wholeNumber } from "../lib/index.ts";
import {
  ATTEMPTS_FOR_RATE,
  attemptsIn,
  FAILURES_FOR_TIME,
  successRange,
  successRate,
  type FleetComparison,
  type SwapCounts,
  type TimeComparison,
} from "./rates.ts";

/** A share in percent with one decimal. It is 100 or 0 only if all or none are meant. */
function percent(share: number): string {
  const rounded = Math.round(share * 1_000) / 10;
  const shown = share < 1 && rounded === 100 ? 99.9 : share > 0 && rounded === 0 ? 0.1 : rounded;
  return shown.toFixed(1);
}

/** The share of attempts that succeeded: `98.7%`. Null for too few attempts. */
export function rateText(counts: SwapCounts): string | null {
  const rate = successRate(counts);
  return rate === null || attemptsIn(counts) < ATTEMPTS_FOR_RATE ? null : `${percent(rate)}%`;
}

/** The range in which the true rate is in 19 of 20 cases: `98.6 to 98.8%`. */
export function rangeText(counts: SwapCounts): string {
  const { from, to } = successRange(counts);
  return `${percent(from)} to ${percent(to)}%`;
}

/** The sentence for a rate that is not stated. */
export function tooFewText(counts: SwapCounts): string {
  const attempts = attemptsIn(counts);
  return attempts === 0
    ? "No attempts."
    : `Too few attempts for a rate: ${attempts - counts.failed} of ${attempts} succeeded.`;
}

/** A rate with its range, or why there is none: `98.7%, likely 98.6 to 98.8%`. */
export function likelyText(counts: SwapCounts): string {
  const rate = rateText(counts);
  return rate === null ? tooFewText(counts) : `${rate}, likely ${rangeText(counts)}`;
}

export const fleetComparisonLabels: Record<FleetComparison, string> = {
  below: "Below the fleet",
  above: "Above the fleet",
  no_clear_difference: "No clear difference",
};

export const timeComparisonLabels: Record<TimeComparison, string> = {
  higher: "Higher than before",
  lower: "Lower than before",
  no_clear_change: "No clear change",
};

/** Explains "likely" in the page's help. */
export const LIKELY_HELP =
  "With few attempts, chance plays a large part. The true rate is in this range in 19 of 20 cases.";

/** A number of failures in a period: `1 failure in 30 days`. */
export function failuresText(failed: number, period: string): string {
  const count = failed === 0 ? "No failures" : failed === 1 ? "1 failure" : `${failed} failures`;
  return `${count} in ${period}`;
}

/** The time online for each failure: `70 h`. Null for too few failures, or where the time is not known. */
export function timeBetweenFailures(failed: number, onlineS: number | null): string | null {
  if (failed < FAILURES_FOR_TIME || onlineS === null) return null;
  const hours = (onlineS * SECOND_MS) / failed / HOUR_MS;
  return hours >= 10 ? `${wholeNumber(Math.round(hours))} h` : `${hours.toFixed(1)} h`;
}
