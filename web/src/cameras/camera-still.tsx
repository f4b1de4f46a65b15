import type { Camera } from "@groundcrew/shared/cameras";
import styles from "./camera-still.module.css";
import { StoredImage } from "./stored-image.tsx";
import { UpdatedLabel } from "./updated-label.tsx";
import { storedImageOf, useCameraImage } from "./use-camera-image.ts";

/** A camera's latest image with its age, where live video is still to come. Without one there is nothing. */
export function CameraStill({ station, camera }: { station: string; camera: Camera }) {
  const image = useCameraImage({ station, camera: camera.id });
  const picture = storedImageOf(image);
  if (!picture) return null;
  return (
    <>
      <StoredImage bytes={picture.bytes} className={styles.image} alt={`Latest from ${camera.name}, not live`} />
      <UpdatedLabel image={image} className={styles.updated} />
    </>
  );
}
