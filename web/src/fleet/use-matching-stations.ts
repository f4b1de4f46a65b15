import { useDeferredValue, useMemo, useState } from "react";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import type { Fleet } from "./fleet.ts";
import { filtered, found, incrementalSort } from "./matching.ts";

/** The stations that settings ask for, once there are any, and these settings, which may lag behind those just chosen. */
type Matching = { stations: readonly Station[] | undefined; shown: ViewSettings };

/**
 * The stations that the settings ask for, in the chosen order, as of the last answer. Typing goes on while a long list is worked
 * out, and each step is done again only when what it looks at has changed.
 */
export function useMatchingStations(fleet: Fleet | undefined, settings: ViewSettings): Matching {
  const { brand } = useConsole();
  const shown = useDeferredValue(settings);
  const { sort, sortInvert, time, stationType, filters, search } = shown;
  const stations = fleet?.stations;
  const answeredAt = fleet?.answeredAt ?? 0;
  // Only a filter by time looks at the clock; without one a list that has not changed stays the same.
  const at = filters.time ? answeredAt : 0;
  const [sortedStations] = useState(incrementalSort);
  const sorted = useMemo(
    () => stations && sortedStations(stations, { sort, sortInvert, time, now: answeredAt }),
    [sortedStations, stations, sort, sortInvert, time, answeredAt],
  );
  const passing = useMemo(
    () => sorted && filtered(sorted, { time, stationType, filters }, { now: at, brand }),
    [sorted, time, stationType, filters, at, brand],
  );
  return { stations: useMemo(() => passing && found(passing, search), [passing, search]), shown };
}
