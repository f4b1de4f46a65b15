import { ruleKinds, type Condition, type StationConditionFacts } from "./kinds/index.ts";

/** The readings of a station that differ in nearly every snapshot and that rules compare with a limit; null for unknown ones. */
export type Readings = Pick<StationConditionFacts, "temperature" | "clock_skew_ms"> & {
  /** The temperature of the hottest battery (°C). */
  celsius: number | null;
};

/** Limits of readings, inclusive: while all readings are within them, none of the conditions that compare a reading holds. */
export type ReadingLimits = { lowF: number; highF: number; celsius: number; skewMs: number };

/** The limits of a set of conditions. Those that compare no reading have none. */
export function readingLimits(conditions: readonly Condition[]): ReadingLimits {
  const limits = { lowF: -Infinity, highF: Infinity, celsius: Infinity, skewMs: Infinity };
  for (const condition of conditions) {
    const own = { ...limits, ...ruleKinds[condition.kind].station?.limits?.(condition) };
    limits.lowF = Math.max(limits.lowF, own.lowF);
    limits.highF = Math.min(limits.highF, own.highF);
    limits.celsius = Math.min(limits.celsius, own.celsius);
    limits.skewMs = Math.min(limits.skewMs, own.skewMs);
  }
  return limits;
}

/** True if readings are within limits. Reads only those that have a limit, because reading one may take time. */
export function isWithin({ lowF, highF, celsius, skewMs }: ReadingLimits, readings: Readings): boolean {
  if (skewMs !== Infinity && Math.abs(readings.clock_skew_ms ?? 0) > skewMs) return false;
  if (celsius !== Infinity && (readings.celsius ?? -Infinity) > celsius) return false;
  if (lowF === -Infinity && highF === Infinity) return true;
  const { temperature } = readings;
  return temperature === null || (temperature >= lowF && temperature <= highF);
}
