import { slotFaults } from "./battery.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StationType } from "../station-type.ts";

/** A notice above the tabs of the telemetry dialog. */
export type TelemetryNotice = { tone: "danger" | "warning"; text: string };

/**
 * The notices of a snapshot (specification, section 8, "Telemetry"): its error, its warning, a type that differs from the recorded one, and
 * slots of its charger that contradict each other.
 */
export function telemetryNotices(snapshot: Snapshot, recordedType: StationType): TelemetryNotice[] {
  const reported = snapshot.status?.station_type;
  const mismatch = `The station reports that it is of type ${reported}, but it is recorded as ${recordedType}.`;
  return [
    ...(snapshot.error_message ? [{ tone: "danger", text: snapshot.error_message } as const] : []),
    ...(snapshot.warn_message ? [{ tone: "warning", text: snapshot.warn_message } as const] : []),
    ...(reported && reported !== recordedType ? [{ tone: "warning", text: mismatch } as const] : []),
    ...slotFaults(snapshot.charger_info?.batteries ?? []).map((text) => ({ tone: "warning", text }) as const),
  ];
}

/** The empty texts of the telemetry dialog's parts. */
export const telemetryEmptyTexts = {
  telemetry: "There doesn't seem to be any telemetry yet.",
  usb: "No USB devices have been detected.",
  location: "IP location data is unavailable",
  chargers: "There is no charger data for this station.",
} as const;
