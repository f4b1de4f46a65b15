import { compareVersions, rankReadTexts, rankTexts, type Timestamp, type TimeWindow } from "../lib/index.ts";
import { firmwareOf } from "./firmware.ts";
import { activeSince } from "./online-status.ts";
import { periodSwaps } from "./period-swaps.ts";
import { sortRows, type SortColumn } from "./sort-rows.ts";
import type { Station } from "./station.ts";
import type { StationSort } from "./view-settings.ts";

/** What each sort is called in the Sort menu. */
export const stationSortLabels: Record<StationSort, string> = {
  default: "Default",
  serial_number: "Serial Number",
  description: "Description",
  swaps: "Swaps",
  temperature: "Temperature",
  version: "Version",
  uptime: "Uptime",
  firmware_version: "Firmware Version",
  unresolved: "Unresolved",
  last_error: "Last Error",
};

/** A sort as chosen; `time` decides which swap count sorts, `now` is in ms. */
export type SortChoice = { sort: StationSort; sortInvert: boolean; time: TimeWindow; now: number };

/**
 * Stations in the chosen order (specification, section 9, "Sort options"). Text runs from A to Z, everything else from
 * the newest, largest or most urgent on; by default stations that are active now count as equally recent, so that a list
 * that is watched does not reshuffle; inverting turns that round. Stations that lack the value come last either way.
 * The last key is the name, so the order is total and does not depend on the order given.
 */
export function sortStations<S extends Station>(stations: readonly S[], choice: SortChoice): S[] {
  return sortRows(stations, columnsOf(choice), choice.sortInvert);
}

function columnsOf({ sort, time, now }: SortChoice): SortColumn<Station>[] {
  const recently = activeSince(now);
  switch (sort) {
    case "default":
      return [
        descending((of) => earlier(of.last_active, recently)),
        descending((of) => of.last_swapped),
        descending((of) => earlier(of.last_online, recently)),
        descending((of) => of.swaps_performed),
      ];
    case "serial_number":
      return [text((of) => of.serial_number)];
    case "description":
      return [text((of) => of.description)];
    case "swaps":
      return [descending((of) => periodSwaps(of, time, now))];
    case "temperature":
      return [descending((of) => of.last_telemetry_data?.status?.internal_temperature)];
    case "version":
      return [version((of) => of.version_api)];
    case "uptime":
      return [descending((of) => of.last_telemetry_data?.status?.station_uptime)];
    case "firmware_version":
      return [version(firmwareOf)];
    case "unresolved":
      return [
        descending((of) => of.support_metrics?.supportlog?.incident_pending_urgent ?? 0),
        descending((of) => of.support_metrics?.supportlog?.incident_needs_action ?? 0),
        descending((of) => of.support_metrics?.supportlog?.incident_pending ?? 0),
        // Decides alone for those who receive no incidents.
        descending((of) => of.support_metrics?.errors_unresolved ?? 0),
      ];
    case "last_error":
      return [descending((of) => of.support_metrics?.error_latest)];
  }
}

/**
 * A moment to order by, the same one for all that lie within the window of "active now": nearly every station of a healthy
 * fleet was heard seconds ago, and which of them was last changes with each refresh.
 */
function earlier(at: Timestamp | null, recently: Timestamp): Timestamp | null {
  return at !== null && at > recently ? recently : at;
}

function descending(of: SortColumn<Station>["of"]): SortColumn<Station> {
  return { of, isDescending: true };
}

function text(of: (station: Station) => string): SortColumn<Station> {
  return { of: (station) => of(station) || null, rank: rankReadTexts, isDescending: false };
}

function version(of: (station: Station) => string): SortColumn<Station> {
  return {
    of: (station) => of(station) || null,
    rank: (texts) => rankTexts(texts, compareVersions),
    isDescending: true,
  };
}
