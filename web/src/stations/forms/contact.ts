import type { Station } from "@groundcrew/shared/stations";
import { clockText, exactMoment, momentText } from "../../lib/index.ts";

type Connecting = Pick<Station, "last_active" | "last_online_status" | "telemetry_enabled" | "retired">;

/** Whether a station is connected, and since when it has been heard or not. */
export function contactOf(station: Connecting): { isConnected: boolean; text: string; title?: string } {
  const { last_active: at, last_online_status: isConnected, telemetry_enabled, retired } = station;
  if (retired !== null || !telemetry_enabled) return { isConnected, text: "Out of service: it cannot connect" };
  if (at === null) return { isConnected, text: "Waiting for first contact" };
  const text = isConnected ? `Connected, heard at ${clockText(at)}` : `Not connected, last heard ${momentText(at)}`;
  return { isConnected, text, title: exactMoment(at) };
}
