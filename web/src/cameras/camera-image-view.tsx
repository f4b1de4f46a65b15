import { IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { classes, Icon, Spinner } from "../ui/index.ts";
import styles from "./camera-image-view.module.css";
import { StoredImage } from "./stored-image.tsx";
import { storedImageOf, type CameraImage } from "./use-camera-image.ts";

/** A camera's image, or why there is none. After a failure, the previous image stays visible. */
export function CameraImageView({ image, name }: { image: CameraImage; name: string }) {
  if (image.kind === "loading") {
    return (
      <output className={styles.instead}>
        <Spinner tone="large" />
        Loading image
      </output>
    );
  }
  if (image.kind === "none") {
    return (
      <p className={styles.instead}>
        <Icon icon={IconPhoto} size="xl" />
        No image has been taken yet
      </p>
    );
  }
  const stored = storedImageOf(image);
  return (
    <>
      {stored && (
        <StoredImage
          bytes={stored.bytes}
          className={classes(styles.image, image.freshness.kind === "stale" && styles.stale)}
          alt={`Latest from ${name}`}
        />
      )}
      {image.kind === "failed" && (
        <output className={stored ? styles.strip : styles.instead}>
          {!stored && <Icon icon={IconPhotoOff} size="xl" />}
          <strong className={styles.failed}>Failed to load (will retry)</strong>
          <span>{image.reason}</span>
        </output>
      )}
    </>
  );
}
