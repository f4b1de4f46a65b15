/** Attempts by outcome, without those in maintenance. */
export type SwapCounts = { succeeded: number; with_errors: number; failed: number };

/** The least and the highest probability that fits what was counted. */
export type RateRange = { from: number; to: number };

/** From how many attempts a rate is stated. */
export const ATTEMPTS_FOR_RATE = 20;
/** From how many failures the time between them is stated. */
export const FAILURES_FOR_TIME = 3;

/** Quantiles of the normal distribution for two-sided confidence. */
const QUANTILES = { 95: 1.959964, 99: 2.575829 } as const;

/**
 * Wilson's score interval of a proportion: in 95 or 99 of 100 cases, the true rate is in it. From 0 to 1 without attempts.
 * Wilson, E. B. (1927), Journal of the American Statistical Association 22, 209–212.
 */
export function wilsonRange(succeeded: number, attempts: number, confidence: keyof typeof QUANTILES = 95): RateRange {
  if (attempts === 0) return { from: 0, to: 1 };
  const z = QUANTILES[confidence];
  const rate = succeeded / attempts;
  const center = rate + z ** 2 / (2 * attempts);
  const spread = z * Math.sqrt((rate * (1 - rate)) / attempts + z ** 2 / (4 * attempts ** 2));
  const scale = 1 + z ** 2 / attempts;
  // At the ends, the range reaches the rate but for rounding.
  return {
    from: succeeded === 0 ? 0 : Math.max(0, (center - spread) / scale),
    to: succeeded === attempts ? 1 : Math.min(1, (center + spread) / scale),
  };
}

export function attemptsIn({ succeeded, with_errors, failed }: SwapCounts): number {
  return succeeded + with_errors + failed;
}

export function sumOfAttempts(all: readonly SwapCounts[]): SwapCounts {
  const sum = { succeeded: 0, with_errors: 0, failed: 0 };
  for (const { succeeded, with_errors, failed } of all) {
    sum.succeeded += succeeded;
    sum.with_errors += with_errors;
    sum.failed += failed;
  }
  return sum;
}

/** The share of attempts that succeeded, with or without errors; null without attempts. */
export function successRate(counts: SwapCounts): number | null {
  const attempts = attemptsIn(counts);
  return attempts === 0 ? null : (attempts - counts.failed) / attempts;
}

export function successRange(counts: SwapCounts, confidence: keyof typeof QUANTILES = 95): RateRange {
  const attempts = attemptsIn(counts);
  return wilsonRange(attempts - counts.failed, attempts, confidence);
}

export type FleetComparison = "below" | "above" | "no_clear_difference";

/** How a rate compares with the fleet's; null for too few attempts. A difference is stated only if chance explains it in less than 1 of 100 cases. */
export function comparedWithFleet(counts: SwapCounts, fleet: SwapCounts): FleetComparison | null {
  const rate = successRate(fleet);
  if (rate === null || attemptsIn(counts) < ATTEMPTS_FOR_RATE) return null;
  const { from, to } = successRange(counts, 99);
  if (to < rate) return "below";
  return from > rate ? "above" : "no_clear_difference";
}

export type TimeComparison = "higher" | "lower" | "no_clear_change";

/** How the success rate compares with that of the period before: only if the likely ranges do not overlap. Null without attempts in one of them. */
export function comparedWithBefore(now: SwapCounts, before: SwapCounts): TimeComparison | null {
  if (attemptsIn(now) === 0 || attemptsIn(before) === 0) return null;
  const [current, earlier] = [successRange(now), successRange(before)];
  if (current.to < earlier.from) return "lower";
  return current.from > earlier.to ? "higher" : "no_clear_change";
}
