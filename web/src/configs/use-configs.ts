import { listStationConfigs, type StationConfig } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** Every configuration a station has reported, the newest first; asked for again every minute. */
export function useConfigs(name: string) {
  return useLiveQuery(
    {
      queryKey: ["station-configs", name],
      queryFn: async ({ signal }): Promise<StationConfig[]> =>
        (await call(listStationConfigs, { params: { station: name }, query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}
