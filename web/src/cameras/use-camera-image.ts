import { getCameraImage, headCameraImage } from "@groundcrew/shared/cameras";
import { call, CallFailure, errorSentence } from "../data/api/index.ts";
import { type Freshness } from "../data/freshness/index.ts";
import { untilText } from "../lib/index.ts";
import { useServerValue } from "../data/index.ts";

/** A camera's image on screen. After a failure, `last` is the previous image. */
export type CameraImage = { freshness: Freshness } & (
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "updated"; image: StoredImageFile }
  | { kind: "failed"; reason: string; last: StoredImageFile | null }
);

/** The displayed image; null if there is none. */
export function displayedImage(image: CameraImage): StoredImageFile | null {
  if (image.kind === "failed") return image.last;
  return image.kind === "updated" ? image.image : null;
}

/** The latest image of a camera, checked every 30 seconds. */
export function useCameraImage({ station, camera }: CameraImageParams): CameraImage {
  const params = { station, camera };
  const { data, error, freshness } = useServerValue<typeof headCameraImage, StoredImageFile | null>(
    headCameraImage,
    { params, query: {} },
    {
      load: ({ known, signal }) => loadStoredImage(params, known, signal),
      structuralSharing: false,
    },
  );
  if (error) return { kind: "failed", reason: errorSentence(error), last: data ?? null, freshness };
  if (data === undefined) return { kind: "loading", freshness };
  return data ? { kind: "updated", image: data, freshness } : { kind: "none", freshness };
}

/** A camera's image on the server. */
type CameraImageParams = { station: string; camera: string };

/** A camera's latest image, and when the server received it (ms, the server's clock). */
export type StoredImageFile = { bytes: Blob; receivedAt: number; tag: string };

/** Checks for a newer image of a camera, and fetches it if it differs from the known one. Null when the camera has no image yet. */
async function loadStoredImage(
  params: CameraImageParams,
  known: StoredImageFile | null | undefined,
  signal: AbortSignal,
): Promise<StoredImageFile | null> {
  const head = await call(headCameraImage, { params, query: {} }, { signal });
  if (head.status === 204) return null;
  const { headers } = head;
  const receivedAt = Date.parse(headers.get("last-modified") ?? "");
  if (Number.isNaN(receivedAt)) throw new CallFailure(null, "The server sent no time for the image.");
  const tag = headers.get("etag") ?? "";
  if (known?.receivedAt === receivedAt && known.tag === tag) return known;
  const request = { params, query: { t: String(Date.now()) }, headers: {} };
  const { body } = await call(getCameraImage, request, { signal });
  if (!body) throw new CallFailure(null, "The server sent no image.");
  return { bytes: new Blob([new Uint8Array(body)], { type: "image/jpeg" }), receivedAt, tag };
}

/** When an image was received: `Updated 14:07`, with the day if it was not today. Both times are in ms. */
export function updatedText(receivedAt: number, now: number): string {
  return `Updated ${untilText(receivedAt, now)}`;
}
