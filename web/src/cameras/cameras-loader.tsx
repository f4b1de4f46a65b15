import type { ReactNode } from "react";
import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCameraOff } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { Empty, Failed, Loading } from "../ui/index.ts";
import { useCameras } from "./use-cameras.ts";

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
