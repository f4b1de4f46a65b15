import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/index.ts";
import type { TextMoment } from "./definition.ts";

/** A title and for how long it has been true: "Offline for 12 min". */
export function forText({ title, since, now }: TextMoment): string {
  return `${title} for ${spanText(now - since)}`;
}

/** A time span in whole minutes, hours or days, rounded down: "12 min". */
export function spanText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}
