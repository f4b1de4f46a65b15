import { listCameras, visibleCameras, type Camera } from "@groundcrew/shared/cameras";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The visible cameras of a station, the one in use first. Reloaded every minute. */
export function useCameras(name: string, type: Station["station_type"] | undefined) {
  const { data, error, freshness, refetch } = useLiveQuery(
    {
      queryKey: queryKeys.cameras(name),
      queryFn: async ({ signal }): Promise<Camera[]> =>
        (await call(listCameras, { params: { station: name }, query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
  const cameras = data && type ? visibleCameras(data, type) : undefined;
  return { cameras, error, freshness, reload: () => void refetch() };
}
