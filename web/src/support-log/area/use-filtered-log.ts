import { useCallback, useDeferredValue, useMemo } from "react";
import { keepPreviousData } from "@tanstack/react-query";
import type { Fleet } from "../../fleet/index.ts";
import { filterLog, type StationOf } from "../log-filter.ts";
import { isFiltered, type SupportLogView } from "../view.ts";
import { allEntriesQuery, useLog } from "../use-log.ts";

/** The support log entries of all stations, and those that match a view. */
export function useFilteredLog(fleet: Fleet | undefined, view: SupportLogView) {
  const query = useLog({ ...allEntriesQuery(view.time), placeholderData: keepPreviousData });
  const { data: log } = query;
  const filter = useDeferredValue(view);
  const stations = fleet?.stations;
  const stationOf: StationOf = useCallback((name) => stations?.get(name), [stations]);
  // Without a filter, stations do not affect the result, so their frequent changes are ignored.
  const filterStationOf = isFiltered(filter) ? stationOf : NO_STATION;
  const entries = useMemo(() => log && filterLog(log, filter, filterStationOf), [log, filter, filterStationOf]);
  return { ...query, log, entries, stationOf };
}

const NO_STATION: StationOf = () => undefined;
