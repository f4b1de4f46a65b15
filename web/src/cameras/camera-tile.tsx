import type { Camera } from "@groundcrew/shared/cameras";
import { IconMaximize } from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import { CameraImageView } from "./camera-image-view.tsx";
import styles from "./camera-tile.module.css";
import { UpdatedLabel } from "./updated-label.tsx";
import { storedImageOf, useCameraImage } from "./use-camera-image.ts";

type CameraTileProps = {
  station: string;
  camera: Camera;
  /** The station reports that it does not detect the camera. */
  isMissing: boolean;
  onEnlarge: () => void;
};

/** A camera's latest image. A click enlarges it. */
export function CameraTile({ station, camera, isMissing, onEnlarge }: CameraTileProps) {
  const image = useCameraImage({ station, camera: camera.id });
  return (
    <li
      className={classes(styles.tile, (image.kind === "failed" || image.freshness.kind === "stale") && styles.failed)}
    >
      <div className={styles.frame}>
        <CameraImageView image={image} name={camera.name} />
        {storedImageOf(image) && (
          <button type="button" className={styles.enlarge} aria-label={`Enlarge ${camera.name}`} onClick={onEnlarge}>
            <span className={styles.sign}>
              <Icon icon={IconMaximize} />
            </span>
          </button>
        )}
      </div>
      <div className={styles.caption}>
        <b className={styles.name} title={camera.name}>
          {camera.name}
        </b>
        {isMissing && <span className={styles.missing}>Not detected</span>}
        {camera.in_use && <span className={styles.inUse}>In use</span>}
        <UpdatedLabel image={image} className={styles.updated} />
      </div>
    </li>
  );
}
