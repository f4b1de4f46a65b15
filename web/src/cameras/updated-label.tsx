import { IconClock } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./camera-image-view.module.css";
import { updatedText } from "./updated-text.ts";
import { storedImageOf, type CameraImage } from "./use-camera-image.ts";

/** When the picture that is shown was received and, once it is out of date, when it was last checked; nothing without a picture. */
export function UpdatedLabel({ image, className }: { image: CameraImage; className: string | undefined }) {
  const now = useServerNow();
  const shown = storedImageOf(image);
  if (!shown) return null;
  return (
    <span className={className} title={exactMoment(shown.at)}>
      {updatedText(shown.at, now)}
      {image.freshness.kind === "stale" && (
        <span className={styles.checked}>
          <Icon icon={IconClock} size="s" />
          {`checked ${agoText(now - image.freshness.asOf)}`}
        </span>
      )}
    </span>
  );
}
