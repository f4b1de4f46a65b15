import { useQuery } from "@tanstack/react-query";
import { getStationTypes, type StationTypes } from "@groundcrew/shared/station-types";
import { call } from "../api/index.ts";

/** What is known of each type of station; loaded once. */
export function useStationTypes() {
  return useQuery({
    queryKey: ["station-types"],
    queryFn: async ({ signal }): Promise<StationTypes> => (await call(getStationTypes, {}, { signal })).body,
    staleTime: Infinity,
  });
}
