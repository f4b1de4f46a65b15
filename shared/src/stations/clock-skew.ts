import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/index.ts";
import type { Station } from "./station.ts";

/** By how much a station's clock may be ahead or behind without anybody being told; what comes late looks like a clock behind. */
export const CLOCK_SKEW_MAX_MS = 30 * SECOND_MS;

const UNITS = [
  { ms: 365 * DAY_MS, name: "year" },
  { ms: DAY_MS, name: "day" },
  { ms: HOUR_MS, name: "hour" },
  { ms: MINUTE_MS, name: "minute" },
] as const;

/**
 * How wrong a station's clock is, in its largest whole unit: `Clock 10 years ahead`, `Clock 42 s behind`. Null while it is right
 * to `CLOCK_SKEW_MAX_MS`, and before the station's first message. Of a station that is offline it says that this was so `when
 * last heard`.
 */
export function clockWarning(of: Pick<Station, "clock_skew_ms" | "last_online_status">): string | null {
  const skewMs = of.clock_skew_ms ?? 0;
  const offMs = Math.abs(skewMs);
  if (offMs <= CLOCK_SKEW_MAX_MS) return null;
  const text = `Clock ${lengthText(offMs)} ${skewMs > 0 ? "ahead" : "behind"}`;
  return of.last_online_status ? text : `${text} when last heard`;
}

function lengthText(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  if (!unit) return `${Math.floor(ms / SECOND_MS)} s`;
  const count = Math.floor(ms / unit.ms);
  return `${count.toLocaleString("en-US")} ${unit.name}${count === 1 ? "" : "s"}`;
}
