import { useQuery } from "@tanstack/react-query";
import { listCameras, visibleCameras, type Camera } from "@groundcrew/shared/cameras";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { call } from "../api/index.ts";

/** The cameras of a station to show, the one in use first. */
export function useCameras(name: string, type: Station["station_type"] | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: ["cameras", name],
    queryFn: async ({ signal }): Promise<Camera[]> =>
      (await call(listCameras, { params: { station: name }, query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
  const cameras = data && type ? visibleCameras(data, type) : undefined;
  return { cameras, error, reload: () => void refetch() };
}
