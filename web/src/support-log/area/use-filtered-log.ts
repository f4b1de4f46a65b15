import { useCallback, useDeferredValue, useMemo } from "react";
import { keepPreviousData } from "@tanstack/react-query";
import type { Fleet } from "../../fleet/index.ts";
import { filterLog, type StationOf } from "../log-filter.ts";
import { isFiltered, type SupportLogView } from "../place.ts";
import { allEntriesQuery, useLog } from "../use-log.ts";

/** The support logs of all stations, and what a view shows of them. */
export function useFilteredLog(fleet: Fleet | undefined, view: SupportLogView) {
  const query = useLog({ ...allEntriesQuery(view.time), placeholderData: keepPreviousData });
  const { data: log } = query;
  const filter = useDeferredValue(view);
  const stations = fleet?.stations;
  const stationOf: StationOf = useCallback((name) => stations?.get(name), [stations]);
  // Without a filter the stations, which change all the time, make no difference to what is shown.
  const looksAt = isFiltered(filter) ? stationOf : NOTHING;
  const entries = useMemo(() => log && filterLog(log, filter, looksAt), [log, filter, looksAt]);
  return { ...query, log, entries, stationOf };
}

const NOTHING: StationOf = () => undefined;
