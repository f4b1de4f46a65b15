import type { ReactNode } from "react";
import { listCameras, visibleCameras, type Camera } from "@groundcrew/shared/cameras";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { IconCameraOff } from "@tabler/icons-react";
import { call, queryKeys, sentenceOf } from "../api/index.ts";
import { StaleBanner, useLiveQuery } from "../freshness/index.ts";
import { Empty, Failed, Loading } from "../ui/index.ts";

type CamerasLoaderProps = { station: Station; children: (cameras: readonly Camera[]) => ReactNode };

/** Loads a station's cameras and renders `children` with them. */
export function CamerasLoader({ station, children }: CamerasLoaderProps) {
  const { cameras, error, freshness, reload } = useCameras(station.name, station.station_type);
  if (cameras) {
    return (
      <>
        <StaleBanner freshness={freshness} content="the cameras" onRefresh={reload} />
        {cameras.length === 0 ? <NoCameras /> : children(cameras)}
      </>
    );
  }
  if (!error) return <Loading />;
  return <Failed sentence="The cameras could not be loaded." reason={sentenceOf(error)} onReload={reload} />;
}

export function NoCameras() {
  return <Empty icon={IconCameraOff} sentence="This station doesn't have any cameras." />;
}

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
