import type { Station } from "./station.ts";

/** Firmware version of a station: the first one it lists; empty if it reported none. */
export function firmwareOf(station: Pick<Station, "last_telemetry_data">): string {
  return station.last_telemetry_data?.firmware_version?.[0]?.version ?? "";
}
