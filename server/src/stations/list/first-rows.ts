import type { Brand } from "@groundcrew/shared/brand";
import type { Input } from "@groundcrew/shared/contract";
import { recordOf } from "@groundcrew/shared/lib";
import {
  compileFilters,
  firstByDefault,
  stationFilters,
  type FilteredStation,
  type listFirstStations,
} from "@groundcrew/shared/stations";
import type { Board } from "../board/board.ts";
import type { View } from "../board/view.ts";
import { type Entry, rowOf } from "../board/entry.ts";
import type { RowOptions } from "../board/row-text.ts";

/** How many stations are looked at for each one that is listed, at first and if too few of them pass the filters. */
const LOOKED_AT = [4, 16] as const;

const LISTED: RowOptions = {
  support_metrics: true,
  telemetry: true,
  config: false,
  ssot: false,
  replaceables: false,
};

type Source = { board: Board; brand: Brand };
type Query = Input<typeof listFirstStations>["query"];

/** The JSON of the rows that a view's list begins with, in the console's default order. */
export function firstRows({ board, brand }: Source, view: View, query: Query): string[] {
  const { count, station_type: stationType = null, time = "all", filters = [] } = query;
  const now = board.now();
  const stations = board.list(view).map(({ entry }) => sortable(entry));
  const settings = { time, stationType, filters: recordOf(stationFilters, (name) => filters.includes(name)) };
  const passes: (station: FilteredStation) => boolean = compileFilters(settings, { now, brand });
  const passing = (lookedAt: number) =>
    firstByDefault(stations, now, count * lookedAt).filter(({ entry }) => passes(filterable(entry)));
  const [few, many] = LOOKED_AT;
  const found = passing(few);
  const first = found.length < count && stations.length > count * few ? passing(many) : found;
  return first.slice(0, count).map(({ entry }) => rowOf(entry, LISTED, view.admin));
}

function sortable(entry: Entry) {
  const { last_active, last_swapped, last_online, swaps_performed } = entry.state;
  return { name: entry.name, last_active, last_swapped, last_online, swaps_performed, entry };
}

/** The fields of a station that filters read. */
function filterable(entry: Entry) {
  const { facts, state, isUp, maintenance, errors } = entry;
  return {
    ...facts,
    ...state,
    last_online_status: isUp,
    maintenance,
    support_metrics: errors,
  };
}
