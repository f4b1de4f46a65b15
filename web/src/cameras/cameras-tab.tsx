import type { Station } from "@groundcrew/shared/stations";
import { CameraGrid } from "./camera-grid.tsx";
import styles from "./cameras-tab.module.css";
import { CaptureButtons, CaptureNotices } from "./capture-controls.tsx";
import { CamerasLoader } from "./cameras-loader.tsx";
import { useTakeImages } from "./use-take-images.ts";

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
