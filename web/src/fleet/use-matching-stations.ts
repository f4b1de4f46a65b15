import { useDeferredValue, useMemo, useState } from "react";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import type { Fleet } from "./fleet.ts";
import { filtered, incrementalSort, searched } from "./matching.ts";

/** The matching stations once they are loaded, and the settings they match, which may lag behind the chosen ones. */
type Matching = { stations: readonly Station[] | undefined; shown: ViewSettings };

/**
 * The stations that match the settings, in the chosen order, as of the last response. A long list is filtered while typing
 * continues, and each step runs again only when its inputs change.
 */
export function useMatchingStations(fleet: Fleet | undefined, settings: ViewSettings): Matching {
  const { brand } = useConsole();
  const shown = useDeferredValue(settings);
  const { sort, sortInvert, time, stationType, filters, search } = shown;
  const stations = fleet?.stations;
  const respondedAt = fleet?.respondedAt ?? 0;
  // Only a filter by time depends on the clock; without one an unchanged list stays the same object.
  const at = filters.time ? respondedAt : 0;
  const [sortedStations] = useState(incrementalSort);
  const sorted = useMemo(
    () => stations && sortedStations(stations, { sort, sortInvert, time, now: respondedAt }),
    [sortedStations, stations, sort, sortInvert, time, respondedAt],
  );
  const filteredStations = useMemo(
    () => sorted && filtered(sorted, { time, stationType, filters }, { now: at, brand }),
    [sorted, time, stationType, filters, at, brand],
  );
  return {
    stations: useMemo(() => filteredStations && searched(filteredStations, search), [filteredStations, search]),
    shown,
  };
}
