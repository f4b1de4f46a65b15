import type { Brand } from "../../brand.ts";
import { TIME_WINDOWS_MS } from "../../lib/index.ts";
import { activeSince, ONLINE_WINDOWS_MS } from "../online-status.ts";
import { compileFilters } from "./filters.ts";
import { groupColumns } from "./groups.ts";
import type { ListedStation } from "./listed-station.ts";
import { compilePlaces, hasPlaces } from "./places.ts";
import { compileReadiness } from "./readiness.ts";
import { compileSearch, haystackOf, typedSearch, type Haystack } from "./search.ts";
import type { SortColumn } from "./sort-rows.ts";
import { columnsOf, CONTACTS } from "./sorts.ts";
import type { ViewSettings } from "./view-settings.ts";

/** The settings that decide what a list has, and in which order. */
export type ListSettings = Omit<ViewSettings, "view" | "mapAt">;

/** Compiles whether a list has a station at `now` (ms). `searched` returns the station's searched text, if that is known already. */
export function compileView(
  settings: ListSettings,
  context: { now: number; brand: Brand },
): (station: ListedStation, searched?: () => Haystack) => boolean {
  const passes = compileFilters(settings, context);
  const search = typedSearch(settings.q);
  const isFound = search === "" ? null : compileSearch(search);
  const isThere = hasPlaces(settings) ? compilePlaces(settings) : null;
  const isReady = compileReadiness(settings.ready);
  return (station, searched = () => haystackOf(station)) =>
    passes(station) &&
    isReady(station) &&
    (isThere === null || isThere(station)) &&
    (isFound === null || isFound(searched()));
}

type OrderSettings = Pick<ListSettings, "sort" | "sortInvert" | "group" | "time">;

/**
 * The columns by which a view's stations are sorted at `now` (ms): by their groups, and in each by the view's sort. The result is what sorting and
 * then grouping them comes to.
 */
export function viewColumns({ group, ...settings }: OrderSettings, now: number): SortColumn<ListedStation>[] {
  return [...groupColumns(group, settings.sortInvert), ...columnsOf({ ...settings, now })];
}

/**
 * How a listed station keeps its place if nothing about it changes: until which time (ms), infinity for one that keeps it at any time, and whether newer
 * times of contact and readings alone can move it.
 */
type Stay = { until: number; isMovable: boolean };

/** Compiles how stations of a list keep their places from `now` (ms) on. */
export function compileStay(
  { sort, time, filters }: Pick<ListSettings, "sort" | "time" | "filters">,
  now: number,
): (station: Pick<ListedStation, "last_active" | "last_online" | "created">) => Stay {
  const isByContact = sort === "default";
  const isByReading = sort === "temperature" || sort === "uptime";
  const windowMs = time === "all" ? null : TIME_WINDOWS_MS[time];
  const activeFrom = activeSince(now);
  return (station) => {
    const stay: Stay = { until: Infinity, isMovable: isByReading };
    const endAt = (end: number) => {
      if (end >= now) stay.until = Math.min(stay.until, end);
    };
    // Stations that are active now are equal in the default order.
    for (const field of isByContact ? CONTACTS : []) {
      const at = station[field];
      if (at !== null && at >= activeFrom) endAt(Date.parse(at) + ONLINE_WINDOWS_MS.active_now);
      else stay.isMovable = true;
    }
    if (windowMs === null) return stay;
    if (filters.time && station.last_active !== null) endAt(Date.parse(station.last_active) + windowMs);
    // One without a baseline counts all its swaps as long as it was added in the period.
    if (sort === "swaps") endAt(Date.parse(station.created) + windowMs - 1);
    return stay;
  };
}
