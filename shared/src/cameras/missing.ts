import type { Station } from "../stations/index.ts";

/** Whether a station reports that one of its cameras is missing; false when it reports nothing about cameras. */
export function isCameraMissing(station: Pick<Station, "last_telemetry_data">): boolean {
  return station.last_telemetry_data?.status?.usb_status?.all_cameras_detected === false;
}
