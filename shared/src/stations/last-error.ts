import { DAY_MS } from "../lib/index.ts";
import type { Station } from "./station.ts";

/** Whole days since a station's last error, rounded (specification, section 9); null without one. `now` is in ms. */
export function daysSinceLastError(station: Pick<Station, "support_metrics">, now: number): number | null {
  const latest = station.support_metrics?.error_latest ?? null;
  return latest === null ? null : Math.max(0, Math.round((now - Date.parse(latest)) / DAY_MS));
}

/** The days since a station's last error as text, or `N/A`. */
export function daysSinceLastErrorText(station: Pick<Station, "support_metrics">, now: number): string {
  return String(daysSinceLastError(station, now) ?? "N/A");
}
