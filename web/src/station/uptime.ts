import { elapsed, type Elapsed } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";

/** A station's uptime as of its last report; null if it never reported one. `now` is in ms. */
export function uptimeOf(
  station: Pick<Station, "last_telemetry" | "last_telemetry_data">,
  now: number,
): Elapsed | null {
  const seconds = station.last_telemetry_data?.status?.station_uptime ?? null;
  if (seconds === null) return null;
  return elapsed(seconds, station.last_telemetry === null ? now : Date.parse(station.last_telemetry));
}
