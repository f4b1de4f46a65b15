import { countText, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/index.ts";
import type { Station } from "./station.ts";

/** How far a station's clock may be ahead or behind without a warning. A delayed message looks like a clock that is behind. */
export const CLOCK_SKEW_MAX_MS = 30 * SECOND_MS;

const UNITS = [
  { ms: 365 * DAY_MS, name: "year" },
  { ms: DAY_MS, name: "day" },
  { ms: HOUR_MS, name: "hour" },
  { ms: MINUTE_MS, name: "minute" },
] as const;

/**
 * How wrong a station's clock is, in its largest whole unit: `Clock 10 years ahead`, `Clock 42 s behind`. Null if it is within
 * `CLOCK_SKEW_MAX_MS`, and before the station's first message. For an offline station, ` when last seen` is appended.
 */
export function clockWarning(station: Pick<Station, "clock_skew_ms" | "last_online_status">): string | null {
  const skewMs = station.clock_skew_ms ?? 0;
  const offMs = Math.abs(skewMs);
  if (offMs <= CLOCK_SKEW_MAX_MS) return null;
  const text = `Clock ${lengthText(offMs)} ${skewMs > 0 ? "ahead" : "behind"}`;
  return station.last_online_status ? text : `${text} when last seen`;
}

function lengthText(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  if (!unit) return `${Math.floor(ms / SECOND_MS)} s`;
  return countText(Math.floor(ms / unit.ms), unit.name);
}
