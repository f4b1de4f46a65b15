import type { Camera } from "@groundcrew/shared/cameras";
import styles from "./camera-still.module.css";
import { StoredImage } from "./stored-image.tsx";
import { UpdatedLabel } from "./updated-label.tsx";
import { storedImageOf, useCameraImage } from "./use-camera-image.ts";

/** A camera's latest image with its age, shown until live video starts; nothing without an image. */
export function CameraStill({ station, camera }: { station: string; camera: Camera }) {
  const image = useCameraImage({ station, camera: camera.id });
  const stored = storedImageOf(image);
  if (!stored) return null;
  return (
    <>
      <StoredImage bytes={stored.bytes} className={styles.image} alt={`Latest from ${camera.name}, not live`} />
      <UpdatedLabel image={image} className={styles.updated} />
    </>
  );
}
