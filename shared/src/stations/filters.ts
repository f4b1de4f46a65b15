import { isInternal, type Brand } from "../brand.ts";
import { isInWindow } from "../lib/index.ts";
import type { Station } from "./station.ts";
import type { StationFilters, ViewSettings } from "./view-settings.ts";

/** Label of each switch of the Filter checklist. */
export function filterLabels(brand: Pick<Brand, "product">): Record<keyof StationFilters, string> {
  return {
    time: "Selected Time",
    actual: "Actual Only",
    customer: `Non-${brand.product}`,
    online: "Online Only",
    hasConfig: "Has Known Config",
    flagged: "Flagged",
    maintenance: "In Maintenance",
    retired: "Include Retired",
  };
}

type Filtered = Pick<
  Station,
  | "actual"
  | "config_latest"
  | "last_active"
  | "last_online_status"
  | "maintenance"
  | "organization_name"
  | "retired"
  | "station_type"
  | "support_metrics"
>;

/**
 * Whether a station passes the chosen type and every switched-on filter (specification, section 5, "Filters"). Stations out of service pass
 * only with Include Retired. `now` is in ms.
 */
export function passesFilters(
  station: Filtered,
  settings: Pick<ViewSettings, "time" | "stationType" | "filters">,
  { now, brand }: { now: number; brand: Pick<Brand, "internal_prefix"> },
): boolean {
  const { filters, stationType, time } = settings;
  if (stationType !== null && station.station_type !== stationType) return false;
  if (!filters.retired && station.retired !== null) return false;
  if (filters.actual && !station.actual) return false;
  if (filters.online && !station.last_online_status) return false;
  if (filters.flagged && !hasUnresolvedErrors(station)) return false;
  if (filters.maintenance && station.maintenance === null) return false;
  if (filters.hasConfig && (station.config_latest ?? null) === null) return false;
  if (filters.customer && isInternal(station.organization_name, brand)) return false;
  return !filters.time || isInWindow(station.last_active, time, now);
}

/** Whether a station has unresolved errors. */
export function hasUnresolvedErrors(station: Pick<Station, "support_metrics">): boolean {
  return (station.support_metrics?.errors_unresolved ?? 0) > 0;
}

/** The selected type after a press on `pressed`: pressing the selected one deselects it unless a type is `required`. */
export function toggleStationType<T extends string>(
  selected: T | null,
  pressed: T,
  { required }: { required: boolean },
): T | null {
  return selected === pressed && !required ? null : pressed;
}
