import type { Station } from "../stations/index.ts";

/** What stands above the capture buttons of a station (specification, section 8, "Camera warnings"). */
export function captureWarnings(of: Pick<Station, "last_online_status" | "last_telemetry_data">): string[] {
  const usb = of.last_telemetry_data?.status?.usb_status;
  const hexboard = usb?.serial_devices_detected?.hexboard;
  return [
    ...(hexboard?.detected ? [] : ["HexBoard unavailable, camera captures with lights on likely to fail"]),
    ...(of.last_online_status ? [] : ["Station appears offline, camera captures are likely to fail"]),
  ];
}

/** Whether a station says that one of its cameras is missing. A station that says nothing of cameras misses none. */
export function isCameraMissing(of: Pick<Station, "last_telemetry_data">): boolean {
  return of.last_telemetry_data?.status?.usb_status?.all_cameras_detected === false;
}

type Failed = { camera: string; message: string };

/** Says how many images were taken, and of each camera that failed why, by the name that people see. */
export function partialSentence({
  taken,
  cameras,
  failed,
}: {
  taken: number;
  cameras: readonly { id: string; name: string }[];
  failed: readonly Failed[];
}): string {
  const names = new Map(cameras.map(({ id, name }) => [id, name]));
  const count = taken === 0 ? "No images were taken." : `${taken} of ${cameras.length} images were taken.`;
  return [count, ...failed.map(({ camera, message }) => withName(names.get(camera) ?? camera, message))].join(" ");
}

/** Stations speak of a camera as "it". */
function withName(name: string, message: string): string {
  return message.startsWith("It ") ? `${name} ${message.slice(3)}` : `${name}: ${message}`;
}

/** Whether a station says that it does not detect one of its cameras. */
export function isNotDetected(of: Pick<Station, "last_telemetry_data">, camera: string): boolean {
  return of.last_telemetry_data?.status?.usb_status?.cameras?.[camera]?.detected === false;
}

/** What taking new images came to, by status of the reply. */
export const captureResults = {
  201: "Took new images successfully",
  202: "Requested new images be taken successfully, please wait a few seconds.",
} as const;
