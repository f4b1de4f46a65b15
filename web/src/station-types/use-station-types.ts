import { useQuery } from "@tanstack/react-query";
import { getStationTypes, type StationTypes } from "@groundcrew/shared/station-types";
import { call, queryKeys } from "../api/index.ts";

/** The metadata of all station types, loaded once. */
export function useStationTypes() {
  return useQuery({
    queryKey: queryKeys.stationTypes,
    queryFn: async ({ signal }): Promise<StationTypes> => (await call(getStationTypes, {}, { signal })).body,
    staleTime: Infinity,
  });
}
