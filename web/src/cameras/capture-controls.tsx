import { captureWarnings } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconBulb, IconBulbOff } from "@tabler/icons-react";
import { Button, Notice } from "../ui/index.ts";
import styles from "./cameras.module.css";
import type { TakeImages } from "./use-take-images.ts";

type CaptureNoticesProps = {
  station: Station;
  capture: Pick<TakeImages, "taking" | "arrived" | "result">;
  /** The number of images in a capture. */
  count: number;
};

/** The notices above the capture buttons: warnings, progress and result. */
export function CaptureNotices({ station, capture: { taking, arrived, result }, count }: CaptureNoticesProps) {
  const warnings = captureWarnings(station);
  // The live region is always rendered, because screen readers announce only what is added to an existing one.
  return (
    <div className={styles.notices} aria-live="polite">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {taking !== null && (
        <Notice tone="info">{`Taking new images... ${Math.min(arrived, count)} of ${count} have arrived.`}</Notice>
      )}
      {result && <Notice tone={result.tone}>{result.text}</Notice>}
    </div>
  );
}

/** The two buttons that take new images. */
export function CaptureButtons({ take, taking }: Pick<TakeImages, "take" | "taking">) {
  return (
    <>
      <Button icon={IconBulb} busy={taking === true} disabled={taking !== null} onClick={() => take(true)}>
        Take New Images (lights on)
      </Button>
      <Button icon={IconBulbOff} busy={taking === false} disabled={taking !== null} onClick={() => take(false)}>
        Take New Images (lights off)
      </Button>
    </>
  );
}
