import { MINUTE_MS } from "@groundcrew/shared/lib";
import { exactMoment, useNow } from "../lib/index.ts";
import { updatedText } from "./updated-text.ts";
import { pictureOf, type CameraImage } from "./use-camera-image.ts";

/** When the picture that is shown was taken in; nothing while none is. */
export function UpdatedLabel({ image, className }: { image: CameraImage; className: string | undefined }) {
  const now = useNow(MINUTE_MS);
  const shown = pictureOf(image);
  if (!shown) return null;
  return (
    <span className={className} title={exactMoment(shown.at)}>
      {updatedText(shown.at, now)}
    </span>
  );
}
