import { REFRESH_MS } from "@groundcrew/shared/lib";
import { sentenceOf } from "../api/index.ts";
import { useLiveQuery, type Freshness } from "../freshness/index.ts";
import { loadStoredImage, type CameraPlace, type StoredImageFile } from "./camera-image.ts";

/** A camera's image on screen: a failure leaves the picture that was there before, with its age. */
export type CameraImage = { freshness: Freshness } & (
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "updated"; picture: StoredImageFile }
  | { kind: "failed"; reason: string; last: StoredImageFile | null }
);

/** The picture that is shown, if there is one. */
export function storedImageOf(image: CameraImage): StoredImageFile | null {
  if (image.kind === "failed") return image.last;
  return image.kind === "updated" ? image.picture : null;
}

/** Key of the images of a station, and of one of its cameras. */
export function imageKey(station: string, ...camera: string[]) {
  return ["camera-image", station, ...camera] as const;
}

/** The latest image of a camera, looked after every 30 seconds. */
export function useCameraImage({ station, camera }: CameraPlace): CameraImage {
  const queryKey = imageKey(station, camera);
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
  return data ? { kind: "updated", picture: data, freshness } : { kind: "none", freshness };
}
