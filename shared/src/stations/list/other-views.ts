import { stationType } from "../../telemetry/index.ts";
import { flag, keyed, kept, order, viewOf } from "../../view/index.ts";
import { defaultViewSettings, stationSettings, stationSort, stationsView } from "./view-settings.ts";

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

/** The query of a link to all stations in maintenance. */
export function maintenanceQuery(): Record<string, string> {
  const filters = { ...defaultViewSettings.filters, actual: false, maintenance: true };
  return stationsView.write({ ...defaultViewSettings, stationType: null, filters });
}
