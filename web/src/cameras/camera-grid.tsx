import { useState } from "react";
import { isNotDetected, type Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconCamera, IconMaximize } from "@tabler/icons-react";
import { stationTitle } from "../station/index.ts";
import { classes, Dialog, Icon } from "../ui/index.ts";
import styles from "./cameras.module.css";
import { CameraImageView, UpdatedLabel } from "./camera-image-view.tsx";
import { displayedImage, useCameraImage } from "./use-camera-image.ts";

type CameraGridProps = {
  station: Pick<Station, "name" | "serial_number" | "last_telemetry_data">;
  cameras: readonly Camera[];
};

/** The latest image of each camera. */
export function CameraGrid({ station, cameras }: CameraGridProps) {
  const [enlarged, setEnlarged] = useState<Camera | null>(null);
  return (
    <>
      <ul className="grid gap-3 thirds halves-medium one-column-tiny" aria-label="Cameras">
        {cameras.map((camera) => (
          <CameraTile
            key={camera.id}
            station={station.name}
            camera={camera}
            isMissing={isNotDetected(station, camera.id)}
            onEnlarge={() => setEnlarged(camera)}
          />
        ))}
      </ul>
      {enlarged && <ImageDialog station={station} camera={enlarged} onClose={() => setEnlarged(null)} />}
    </>
  );
}

type CameraTileProps = {
  station: string;
  camera: Camera;
  /** The station reports that it does not detect the camera. */
  isMissing: boolean;
  onEnlarge: () => void;
};

/** A camera's latest image. A click enlarges it. */
function CameraTile({ station, camera, isMissing, onEnlarge }: CameraTileProps) {
  const image = useCameraImage({ station, camera: camera.id });
  return (
    <li
      className={classes(
        "column surface clip rounded bordered",
        (image.kind === "failed" || image.freshness.kind === "stale") && styles.failed,
      )}
    >
      <div className={`clip relative ${styles.frame}`}>
        <CameraImageView image={image} name={camera.name} />
        {displayedImage(image) && (
          <button
            type="button"
            className={`absolute no-border p-0 ${styles.enlarge}`}
            aria-label={`Enlarge ${camera.name}`}
            onClick={onEnlarge}
          >
            <span className={`absolute center rounded ${styles.enlargeIcon}`}>
              <Icon icon={IconMaximize} />
            </span>
          </button>
        )}
      </div>
      <div className={`gap-0-2 row wrap surface ${styles.caption}`}>
        <b className="min-0 truncate size-small strong" title={camera.name}>
          {camera.name}
        </b>
        {isMissing && <span className={`rigid size-caption tint-danger ${styles.badge}`}>Not detected</span>}
        {camera.in_use && <span className={`rigid size-caption tint ${styles.badge}`}>In use</span>}
        <UpdatedLabel image={image} className="rigid push-right nowrap size-caption muted" />
      </div>
    </li>
  );
}

type ImageDialogProps = {
  station: Pick<Station, "name" | "serial_number">;
  camera: Camera;
  onClose: () => void;
};

/** The latest image of one camera, as large as fits. */
function ImageDialog({ station, camera, onClose }: ImageDialogProps) {
  const image = useCameraImage({ station: station.name, camera: camera.id });
  return (
    <Dialog title={`${stationTitle(station)} - ${camera.name}`} icon={IconCamera} size="wide" onClose={onClose}>
      <div className={`rounded clip relative ${styles.enlarged}`}>
        <CameraImageView image={image} name={camera.name} />
      </div>
      <UpdatedLabel image={image} className="block mt-2 caption muted text-end" />
    </Dialog>
  );
}
