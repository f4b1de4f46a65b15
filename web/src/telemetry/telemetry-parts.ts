import type { TelemetryPart } from "../station/index.ts";

/** What each part of the telemetry is called. */
export const telemetryPartLabels: Record<TelemetryPart, string> = {
  status: "Status",
  motors: "Motors",
  chargers: "Chargers",
  usb: "USB",
  raw: "Raw",
};
