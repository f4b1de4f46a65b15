import { captureWarnings } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { IconBulb, IconBulbOff } from "@tabler/icons-react";
import { Button, Notice } from "../ui/index.ts";
import styles from "./capture-controls.module.css";
import type { TakeImages } from "./use-take-images.ts";

type CaptureNoticesProps = {
  station: Station;
  capture: Pick<TakeImages, "taking" | "arrived" | "result">;
  /** How many images are taken at once. */
  count: number;
};

/** What stands above the capture buttons: what is likely to go wrong, and what came of it. */
export function CaptureNotices({ station, capture: { taking, arrived, result }, count }: CaptureNoticesProps) {
  const warnings = captureWarnings(station);
  // There from the beginning, so that what comes into it is announced.
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

/** The two buttons that have new images taken. */
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
