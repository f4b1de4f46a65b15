import { isInternal, type Brand } from "../brand.ts";
import { isInWindow } from "../lib/index.ts";
import type { Station } from "./station.ts";
import type { StationFilters, ViewSettings } from "./view-settings.ts";

/** What each switch of the Filter checklist is called. */
export function filterLabels(brand: Pick<Brand, "product">): Record<keyof StationFilters, string> {
  return {
    time: "Selected Time",
    actual: "Actual Only",
    customer: `Non-${brand.product}`,
    online: "Online Only",
    hasConfig: "Has Known Config",
    flagged: "Flagged",
    retired: "Include Retired",
  };
}

type Filtered = Pick<
  Station,
  | "actual"
  | "config_latest"
  | "last_active"
  | "last_online_status"
  | "organization_name"
  | "retired"
  | "station_type"
  | "support_metrics"
>;

/**
 * Whether a station passes the chosen type and every switched-on filter (specification, section 5, "Filters"). Stations
 * out of service pass only when asked for. `now` is in ms.
 */
export function passesFilters(
  of: Filtered,
  settings: Pick<ViewSettings, "time" | "stationType" | "filters">,
  { now, brand }: { now: number; brand: Pick<Brand, "internal_prefix"> },
): boolean {
  const { filters, stationType, time } = settings;
  if (stationType !== null && of.station_type !== stationType) return false;
  if (!filters.retired && of.retired !== null) return false;
  if (filters.actual && !of.actual) return false;
  if (filters.online && !of.last_online_status) return false;
  if (filters.flagged && !hasUnresolvedErrors(of)) return false;
  if (filters.hasConfig && (of.config_latest ?? null) === null) return false;
  if (filters.customer && isInternal(of.organization_name, brand)) return false;
  return !filters.time || isInWindow(of.last_active, time, now);
}

/** Whether a station has errors that nobody resolved yet. */
export function hasUnresolvedErrors(of: Pick<Station, "support_metrics">): boolean {
  return (of.support_metrics?.errors_unresolved ?? 0) > 0;
}

/**
 * The type chosen after someone presses `pressed`: pressing the chosen one turns it off unless a type is `required`.
 */
export function toggleStationType<T extends string>(
  chosen: T | null,
  pressed: T,
  { required }: { required: boolean },
): T | null {
  return chosen === pressed && !required ? null : pressed;
}
