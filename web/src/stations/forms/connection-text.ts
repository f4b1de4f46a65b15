import type { Station } from "@groundcrew/shared/stations";
import { asOfText, clockText, exactMoment, momentText } from "../../lib/index.ts";
import type { StationReading } from "../../station/index.ts";

type Connecting = Pick<Station, "last_active" | "last_online_status" | "telemetry_enabled" | "retired">;

/** Whether a station is connected, and its last activity; as of an earlier time if the reading is stale. */
export function connectionText(station: Connecting, reading: StationReading): { text: string; title?: string } {
  const { last_active: at, last_online_status: isConnected, telemetry_enabled, retired } = station;
  if (retired !== null || !telemetry_enabled) return { text: "Out of service: it cannot connect" };
  const asOf = reading.isStale ? ` as of ${asOfText(reading.since)}` : "";
  if (at === null) return { text: asOf === "" ? "Waiting for first contact" : `No contact${asOf}` };
  const title = exactMoment(at);
  if (!isConnected) return { text: `Not connected${asOf}, last active ${momentText(at)}`, title };
  return { text: asOf === "" ? `Connected, last active at ${clockText(at)}` : `Connected${asOf}`, title };
}
