import type { Station } from "./station.ts";

/** Firmware version of a station: the first it lists; empty when it told none. */
export function firmwareOf(of: Pick<Station, "last_telemetry_data">): string {
  return of.last_telemetry_data?.firmware_version?.[0]?.version ?? "";
}
