import { queryOptions, useQuery } from "@tanstack/react-query";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { sentenceOf } from "../api/index.ts";
import { useRefresh } from "../lib/index.ts";
import { loadPicture, type CameraPlace, type Picture } from "./camera-image.ts";

/** A camera's image on screen: a failure leaves the picture that was there before, with its age. */
export type CameraImage =
  | { kind: "loading" }
  | { kind: "none" }
  | { kind: "updated"; picture: Picture }
  | { kind: "failed"; reason: string; last: Picture | null };

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
  const { data, error, refetch } = useQuery(imageQuery({ station, camera }));
  useRefresh(REFRESH_MS.image, () => void refetch());
  if (error) return { kind: "failed", reason: sentenceOf(error), last: data ?? null };
  if (data === undefined) return { kind: "loading" };
  return data ? { kind: "updated", picture: data } : { kind: "none" };
}

function imageQuery({ station, camera }: CameraPlace) {
  const queryKey = imageKey(station, camera);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      loadPicture({ station, camera }, client.getQueryData<Picture | null>(queryKey), signal),
    staleTime: REFRESH_MS.image,
    structuralSharing: false,
  });
}
