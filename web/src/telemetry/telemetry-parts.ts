import type { TelemetryPart } from "../station/index.ts";

/** The labels of the telemetry's parts. */
export const telemetryPartLabels: Record<TelemetryPart, string> = {
  status: "Status",
  motors: "Motors",
  chargers: "Chargers",
  usb: "USB",
  raw: "Raw",
};
