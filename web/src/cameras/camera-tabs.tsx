import type { ReactNode } from "react";
import { listCameras, visibleCameras, type Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCameraOff } from "@tabler/icons-react";
import { Loaded } from "../kit/index.ts";
import { Empty } from "../ui/index.ts";
import { stationTitle } from "../station/index.ts";
import { CameraGrid } from "./camera-grid.tsx";
import { CameraStreams, StreamInfoButton, useCameraStreams } from "./camera-streams.tsx";
import styles from "./cameras.module.css";
import { CaptureButtons, CaptureNotices, useTakeImages } from "./capture-controls.tsx";
import { useServerData } from "../data/index.ts";

/** The Cameras tab of a station's page: the latest image of each camera, and the buttons that take new ones. */
export function CamerasTab({ station }: { station: Station }) {
  const capture = useTakeImages(station.name);
  return (
    <CamerasLoader station={station}>
      {(cameras) => (
        <div className="stack gap-3">
          <CaptureNotices station={station} capture={capture} cameras={cameras} />
          <div className={`flex wrap gap-2 ${styles.buttons}`}>
            <CaptureButtons take={capture.take} lights={capture.lights} />
          </div>
          <CameraGrid station={station} cameras={cameras} />
        </div>
      )}
    </CamerasLoader>
  );
}

/** The Streams tab of a station's page: live video, one camera at a time. */
export function StreamsTab({ station }: { station: Station }) {
  return (
    <CamerasLoader station={station}>{(cameras) => <Streams station={station} cameras={cameras} />}</CamerasLoader>
  );
}

function Streams({ station, cameras }: { station: Station; cameras: readonly Camera[] }) {
  const live = useCameraStreams({ station: station.name, cameras });
  return (
    <div className="stack gap-3">
      <CameraStreams {...live} />
      <div className={`flex wrap gap-2 ${styles.buttons}`}>
        <StreamInfoButton title={stationTitle(station)} live={live} />
      </div>
    </div>
  );
}

type CamerasLoaderProps = { station: Station; children: (cameras: readonly Camera[]) => ReactNode };

/** Loads a station's cameras and renders `children` with them. */
function CamerasLoader({ station, children }: CamerasLoaderProps) {
  const { cameras, query } = useCameras(station.name, station.station_type);
  return (
    <Loaded query={{ ...query, data: cameras }} content="the cameras">
      {(visible) => (visible.length === 0 ? <NoCameras /> : children(visible))}
    </Loaded>
  );
}

export function NoCameras() {
  return <Empty icon={IconCameraOff} sentence="This station doesn't have any cameras." />;
}

/** The visible cameras of a station, the one in use first. Reloaded every minute. */
export function useCameras(name: string, type: Station["station_type"] | undefined) {
  const query = useServerData(listCameras, { params: { station: name }, query: {} });
  return { cameras: query.data && type ? visibleCameras(query.data, type) : undefined, query };
}
