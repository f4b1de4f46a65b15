import { useDeferredValue, useMemo } from "react";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import type { Fleet } from "./fleet.ts";
import { sortedStations, viewOf } from "./station-view.ts";

/** The stations that the settings ask for, in the chosen order. Typing goes on while a long list is worked out. */
export function useMatchingStations(
  fleet: Fleet | undefined,
  settings: ViewSettings,
  now: number,
): readonly Station[] | undefined {
  const { brand } = useConsole();
  const wanted = useDeferredValue(settings);
  const stations = fleet?.stations;
  const loadedAt = fleet?.wholeAt ?? 0;
  const { sort, sortInvert, time } = wanted;
  // Only a filter by time looks at the clock; without one the list stays the same as time goes on.
  const at = wanted.filters.time ? now : loadedAt;
  const sorted = useMemo(
    () => stations && sortedStations(stations.values(), { sort, sortInvert, time, now: loadedAt }),
    [stations, loadedAt, sort, sortInvert, time],
  );
  return useMemo(
    () =>
      sorted && viewOf(sorted, { ...wanted, group: "none" }, { now: at, brand }).groups.flatMap((of) => of.stations),
    [sorted, wanted, at, brand],
  );
}
