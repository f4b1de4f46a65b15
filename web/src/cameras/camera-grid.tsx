import { useState } from "react";
import { isNotDetected, type Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { CameraTile } from "./camera-tile.tsx";
import styles from "./camera-grid.module.css";
import { ImageDialog } from "./image-dialog.tsx";

type CameraGridProps = {
  station: Pick<Station, "name" | "serial_number" | "last_telemetry_data">;
  cameras: readonly Camera[];
};

/** The latest image of each camera. */
export function CameraGrid({ station, cameras }: CameraGridProps) {
  const [enlarged, setEnlarged] = useState<Camera | null>(null);
  return (
    <>
      <ul className={styles.grid} aria-label="Cameras">
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
