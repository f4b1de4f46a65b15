import { getCameraImage, headCameraImage } from "@groundcrew/shared/cameras";
import { call, CallFailure } from "../api/index.ts";

/** Which picture of which camera. */
export type CameraPlace = { station: string; camera: string };

/** A camera's latest picture, and when the server got it (ms, the server's clock). */
export type StoredImageFile = { bytes: Blob; at: number; tag: string };

/**
 * Asks how old a camera's latest picture is, and fetches it if it is another than the one that is known. Null when the camera has
 * taken none yet.
 */
export async function loadStoredImage(
  params: CameraPlace,
  known: StoredImageFile | null | undefined,
  signal: AbortSignal,
): Promise<StoredImageFile | null> {
  const head = await call(headCameraImage, { params, query: {} }, { signal });
  if (head.status === 204) return null;
  const { headers } = head;
  const at = Date.parse(headers.get("last-modified") ?? "");
  if (Number.isNaN(at)) throw new CallFailure(null, "The server did not say how old the image is.");
  const tag = headers.get("etag") ?? "";
  if (known?.at === at && known.tag === tag) return known;
  const asked = { params, query: { t: String(Date.now()) }, headers: {} };
  const { body } = await call(getCameraImage, asked, { signal });
  if (!body) throw new CallFailure(null, "The server sent no image.");
  return { bytes: new Blob([new Uint8Array(body)], { type: "image/jpeg" }), at, tag };
}
