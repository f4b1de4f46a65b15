import { defaultBrand } from "@groundcrew/shared/brand";
import type { Input } from "@groundcrew/shared/contract";
import {
  defaultViewSettings,
  firstByDefault,
  type listFirstStations,
  passesFilters,
} from "@groundcrew/shared/stations";
import type { Board, View } from "./board.ts";
import { type Entry, rowOf } from "./entry.ts";
import type { RowOptions } from "./row-text.ts";

/** How many stations are looked at for each one that is listed, at first and if too few of them pass the filters. */
const LOOKED_AT = [4, 16] as const;

const LISTED: RowOptions = {
  support_metrics: true,
  telemetry: true,
  config: false,
  ssot: false,
  replaceables: false,
};

type Filters = Input<typeof listFirstStations>["query"];

/** The JSON of the rows that a view's list begins with, in the console's default order. */
export function firstRows(board: Board, view: View, { count, ...filters }: Filters): string[] {
  const now = board.now();
  const stations = board.list(view).map(({ entry }) => sortable(entry));
  const passing = (lookedAt: number) =>
    firstByDefault(stations, now, count * lookedAt).filter(({ entry }) => passes(entry, { filters, now }));
  const [few, many] = LOOKED_AT;
  const found = passing(few);
  const first = found.length < count && stations.length > count * few ? passing(many) : found;
  return first.slice(0, count).map(({ entry }) => rowOf(entry, LISTED, view.admin));
}

function sortable(entry: Entry) {
  const { last_active, last_swapped, last_online, swaps_performed } = entry.state;
  return { name: entry.name, last_active, last_swapped, last_online, swaps_performed, entry };
}

type Criteria = { filters: Omit<Filters, "count">; now: number };

function passes(entry: Entry, { filters, now }: Criteria): boolean {
  const { facts, state, isUp, maintenance, errors } = entry;
  const reported = { last_active: state.last_active, last_online_status: isUp };
  const row = { ...facts, ...reported, maintenance, support_metrics: errors };
  const { station_type: stationType = null, actual = false, online = false, flagged = false } = filters;
  const chosen = { ...defaultViewSettings.filters, actual, online, flagged, maintenance: filters.maintenance ?? false };
  // Only the filter for customers, which is off here, needs the configured brand.
  return passesFilters(row, { time: "all", stationType, filters: chosen }, { now, brand: defaultBrand });
}
