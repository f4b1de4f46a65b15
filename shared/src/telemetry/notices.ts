import type { Snapshot } from "./snapshot.ts";
import type { StationType } from "./station-type.ts";

/** Something the telemetry dialog says above its tabs. */
export type TelemetryNotice = { tone: "danger" | "warning"; text: string };

/**
 * What a snapshot wants people to know (specification, section 8, "Telemetry"): its error, its warning, a type that is
 * not the one on record.
 */
export function telemetryNotices(of: Snapshot, recordedType: StationType): TelemetryNotice[] {
  const reported = of.status?.station_type;
  const mismatch = `The station reports that it is of type ${reported}, but it is recorded as ${recordedType}.`;
  return [
    ...(of.error_message ? [{ tone: "danger", text: of.error_message } as const] : []),
    ...(of.warn_message ? [{ tone: "warning", text: of.warn_message } as const] : []),
    ...(reported && reported !== recordedType ? [{ tone: "warning", text: mismatch } as const] : []),
  ];
}

/** What parts of the telemetry dialog say when there is nothing to show. */
export const telemetryEmptyTexts = {
  telemetry: "There doesn't seem to be any telemetry yet.",
  usb: "No USB devices have been detected.",
  location: "IP location data is unavailable",
  chargers: "There is no charger data for this station.",
} as const;
