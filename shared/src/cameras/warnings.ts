import type { Station } from "../stations/index.ts";

/** The warnings above a station's capture buttons (specification, section 8, "Camera warnings"). */
export function captureWarnings(station: Pick<Station, "last_online_status" | "last_telemetry_data">): string[] {
  const usb = station.last_telemetry_data?.status?.usb_status;
  const hexboard = usb?.serial_devices_detected?.hexboard;
  return [
    ...(hexboard?.detected ? [] : ["HexBoard unavailable, camera captures with lights on likely to fail"]),
    ...(station.last_online_status ? [] : ["Station appears offline, camera captures are likely to fail"]),
  ];
}

type CameraFailure = { camera: string; message: string };

/** The result of a partial capture: how many images were taken, and why each failed camera failed, by its display name. */
export function partialSentence({
  taken,
  cameras,
  failed,
}: {
  taken: number;
  cameras: readonly { id: string; name: string }[];
  failed: readonly CameraFailure[];
}): string {
  const names = new Map(cameras.map(({ id, name }) => [id, name]));
  const count = taken === 0 ? "No images were taken." : `${taken} of ${cameras.length} images were taken.`;
  return [count, ...failed.map(({ camera, message }) => withName(names.get(camera) ?? camera, message))].join(" ");
}

/** Puts the name in place of "It", with which stations begin messages about a camera. */
function withName(name: string, message: string): string {
  return message.startsWith("It ") ? `${name} ${message.slice(3)}` : `${name}: ${message}`;
}

/** Whether a station reports that it does not detect a camera; `camera` is the camera's id. */
export function isNotDetected(station: Pick<Station, "last_telemetry_data">, camera: string): boolean {
  return station.last_telemetry_data?.status?.usb_status?.cameras?.[camera]?.detected === false;
}

/** The message after new images were requested, by status of the reply. */
export const captureResults = {
  201: "Took new images successfully",
  202: "Requested new images be taken successfully, please wait a few seconds.",
} as const;
