import type { Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { titleOf } from "../station/index.ts";
import { CameraGrid } from "./camera-grid.tsx";
import { CameraStreams, StreamInfoButton, useCameraStreams } from "./camera-streams.tsx";
import { CamerasLoader } from "./cameras-loader.tsx";
import styles from "./cameras.module.css";
import { CaptureButtons, CaptureNotices, useTakeImages } from "./capture-controls.tsx";

/** The Cameras tab of a station's page: the latest image of each camera, and the buttons that take new ones. */
export function CamerasTab({ station }: { station: Station }) {
  const capture = useTakeImages(station.name);
  return (
    <CamerasLoader station={station}>
      {(cameras) => (
        <div className={styles.parts}>
          <CaptureNotices station={station} capture={capture} count={cameras.length} />
          <div className={styles.buttons}>
            <CaptureButtons take={capture.take} taking={capture.taking} />
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
    <div className={styles.parts}>
      <CameraStreams {...live} />
      <div className={styles.buttons}>
        <StreamInfoButton title={titleOf(station)} live={live} />
      </div>
    </div>
  );
}
