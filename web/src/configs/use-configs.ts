import { useQuery } from "@tanstack/react-query";
import { listStationConfigs, type StationConfig } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { call } from "../api/index.ts";

/** Every configuration a station has reported, the newest first. */
export function useConfigs(name: string) {
  return useQuery({
    queryKey: ["station-configs", name],
    queryFn: async ({ signal }): Promise<StationConfig[]> =>
      (await call(listStationConfigs, { params: { station: name }, query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
}
