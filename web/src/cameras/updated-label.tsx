import { IconClock } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./camera-image-view.module.css";
import { updatedText } from "./updated-text.ts";
import { storedImageOf, type CameraImage } from "./use-camera-image.ts";

/** When the displayed image was received and, once it is stale, when it was last checked; nothing without an image. */
export function UpdatedLabel({ image, className }: { image: CameraImage; className: string | undefined }) {
  const now = useServerNow();
  const stored = storedImageOf(image);
  if (!stored) return null;
  return (
    <span className={className} title={exactMoment(stored.at)}>
      {updatedText(stored.at, now)}
      {image.freshness.kind === "stale" && (
        <span className={styles.checked}>
          <Icon icon={IconClock} size="s" />
          {`checked ${agoText(now - image.freshness.asOf)}`}
        </span>
      )}
    </span>
  );
}
