import { REFRESH_MS } from "@groundcrew/shared/lib";
import { queryKeys, sentenceOf } from "../api/index.ts";
import { useLiveQuery, type Freshness } from "../freshness/index.ts";
import { loadStoredImage, type CameraImageParams, type StoredImageFile } from "./camera-image.ts";

/** A camera's image on screen. After a failure, `last` is the previous image. */
export type CameraImage = { freshness: Freshness } & (
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "updated"; image: StoredImageFile }
  | { kind: "failed"; reason: string; last: StoredImageFile | null }
);

/** The displayed image; null if there is none. */
export function storedImageOf(image: CameraImage): StoredImageFile | null {
  if (image.kind === "failed") return image.last;
  return image.kind === "updated" ? image.image : null;
}

/** The latest image of a camera, checked every 30 seconds. */
export function useCameraImage({ station, camera }: CameraImageParams): CameraImage {
  const queryKey = queryKeys.cameraImages.ofCamera(station, camera);
  const { data, error, freshness } = useLiveQuery(
    {
      queryKey,
      queryFn: ({ client, signal }) =>
        loadStoredImage({ station, camera }, client.getQueryData<StoredImageFile | null>(queryKey), signal),
      structuralSharing: false,
    },
    REFRESH_MS.image,
  );
  if (error) return { kind: "failed", reason: sentenceOf(error), last: data ?? null, freshness };
  if (data === undefined) return { kind: "loading", freshness };
  return data ? { kind: "updated", image: data, freshness } : { kind: "none", freshness };
}
