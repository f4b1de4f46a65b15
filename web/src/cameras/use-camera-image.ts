import { REFRESH_MS } from "@groundcrew/shared/lib";
import { sentenceOf } from "../api/index.ts";
import { useLiveQuery, type Freshness } from "../freshness/index.ts";
import { loadPicture, type CameraPlace, type Picture } from "./camera-image.ts";

/** A camera's image on screen: a failure leaves the picture that was there before, with its age. */
export type CameraImage = { freshness: Freshness } & (
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "updated"; picture: Picture }
  | { kind: "failed"; reason: string; last: Picture | null }
);

/** The picture that is shown, if there is one. */
export function pictureOf(image: CameraImage): Picture | null {
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
        loadPicture({ station, camera }, client.getQueryData<Picture | null>(queryKey), signal),
      structuralSharing: false,
    },
    REFRESH_MS.image,
  );
  if (error) return { kind: "failed", reason: sentenceOf(error), last: data ?? null, freshness };
  if (data === undefined) return { kind: "loading", freshness };
  return data ? { kind: "updated", picture: data, freshness } : { kind: "none", freshness };
}
