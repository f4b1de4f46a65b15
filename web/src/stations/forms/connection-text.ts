import type { Station } from "@groundcrew/shared/stations";
import { asOfText, clockText, exactMoment, momentText } from "../../lib/index.ts";
import type { StationReading } from "../../station/index.ts";

type Connecting = Pick<Station, "last_active" | "last_online_status" | "telemetry_enabled" | "retired">;

/** Whether a station is connected, and since when it has been heard or not; as of an earlier time once that is old. */
export function connectionText(station: Connecting, reading: StationReading): { text: string; title?: string } {
  const { last_active: at, last_online_status: isConnected, telemetry_enabled, retired } = station;
  if (retired !== null || !telemetry_enabled) return { text: "Out of service: it cannot connect" };
  const asOf = reading.isStale ? ` as of ${asOfText(reading.since)}` : "";
  if (at === null) return { text: asOf === "" ? "Waiting for first contact" : `No contact${asOf}` };
  const title = exactMoment(at);
  if (!isConnected) return { text: `Not connected${asOf}, last heard ${momentText(at)}`, title };
  return { text: asOf === "" ? `Connected, heard at ${clockText(at)}` : `Connected${asOf}`, title };
}
