import { listStationConfigs, type StationConfig } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** All configurations that a station has reported, newest first. Reloaded every minute. */
export function useConfigs(name: string) {
  return useLiveQuery(
    {
      queryKey: queryKeys.configs.forStation(name),
      queryFn: async ({ signal }): Promise<StationConfig[]> =>
        (await call(listStationConfigs, { params: { station: name }, query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}
