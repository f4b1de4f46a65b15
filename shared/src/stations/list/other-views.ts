import { stationType } from "../../telemetry/index.ts";
import { flag, keyed, kept, order, viewOf } from "../../view/index.ts";
import type { StationFilters } from "./filters.ts";
import { defaultViewSettings, stationSettings, stationSort, stationsView, type ViewSettings } from "./view-settings.ts";

/*
 * Views of stations outside of their list, whose code the first page does not load.
 */

/** The view of the SSoT pages (section 2, "SSoT area"): by default by serial number, descending. Each type has different columns. */
export const ssotView = viewOf("stations", {
  ...stationSettings,
  sort: order(stationSort.options, "serial_number"),
  sortInvert: kept(keyed("stations-sort-invert", flag(true))),
  stationType: keyed("stations-type", order(stationType.options, "atlas")),
});

type LinkedView = Partial<Omit<ViewSettings, "filters">> & { filters?: Partial<StationFilters> };

/** The query of a link to the list of all stations, of every type and also those that are not in use, with these settings. */
export function allStationsQuery({ filters, ...settings }: LinkedView): Record<string, string> {
  return stationsView.write({
    ...defaultViewSettings,
    stationType: null,
    filters: { ...defaultViewSettings.filters, actual: false, ...filters },
    ...settings,
  });
}

/** The query of a link to all stations in maintenance. */
export function maintenanceQuery(): Record<string, string> {
  return allStationsQuery({ filters: { maintenance: true } });
}
