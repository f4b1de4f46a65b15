import { useCallback } from "react";
import { IconClock, IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { classes, Icon, Spinner } from "../ui/index.ts";
import styles from "./cameras.module.css";
import { displayedImage, updatedText, type CameraImage } from "./use-camera-image.ts";

/** A camera's image, or why there is none. After a failure, the previous image stays visible. */
export function CameraImageView({ image, name }: { image: CameraImage; name: string }) {
  if (image.kind === "loading") {
    return (
      <output
        className={`absolute column align-center caption anywhere soft text-center justify-center gap-2 m-0 p-3 sunken ${styles.instead}`}
      >
        <Spinner tone="large" />
        Loading image
      </output>
    );
  }
  if (image.kind === "none") {
    return (
      <p
        className={`absolute column align-center caption anywhere soft text-center justify-center gap-2 m-0 p-3 sunken ${styles.instead}`}
      >
        <Icon icon={IconPhoto} size="xl" />
        No image has been taken yet
      </p>
    );
  }
  const stored = displayedImage(image);
  return (
    <>
      {stored && (
        <StoredImage
          bytes={stored.bytes}
          className={classes("block full-width", styles.image, image.freshness.kind === "stale" && styles.stale)}
          alt={`Latest from ${name}`}
        />
      )}
      {image.kind === "failed" && (
        <output
          className={classes(
            "absolute column align-center caption anywhere soft text-center",
            stored ? styles.strip : `justify-center gap-2 p-3 sunken ${styles.instead}`,
          )}
        >
          {!stored && <Icon icon={IconPhotoOff} size="xl" />}
          <strong className={`size-small strong ${styles.imageFailed}`}>Failed to load (will retry)</strong>
          <span>{image.reason}</span>
        </output>
      )}
    </>
  );
}

type StoredImageProps = { bytes: Blob; alt: string; className: string | undefined };

/** An image from memory. */
export function StoredImage({ bytes, alt, className }: StoredImageProps) {
  // A new ref callback on every render would reload the image each time.
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(bytes);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes],
  );
  return <img ref={show} className={className} alt={alt} />;
}

/** When the displayed image was received and, once it is stale, when it was last checked; nothing without an image. */
export function UpdatedLabel({ image, className }: { image: CameraImage; className: string | undefined }) {
  const now = useServerNow();
  const stored = displayedImage(image);
  if (!stored) return null;
  return (
    <span className={className} title={exactMoment(stored.receivedAt)}>
      {updatedText(stored.receivedAt, now)}
      {image.freshness.kind === "stale" && (
        <span className={`ml-2 inline-row gap-1 ${styles.checked}`}>
          <Icon icon={IconClock} size="s" />
          {`checked ${agoText(now - image.freshness.asOf)}`}
        </span>
      )}
    </span>
  );
}
