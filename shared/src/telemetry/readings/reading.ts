/** Shown for a value that the station did not report. */
const NO_READING = "–";

/** A value as text for the telemetry dialog. */
export function readingText(reading: string | number | boolean | null | undefined): string {
  if (reading === null || reading === undefined || reading === "") return NO_READING;
  if (typeof reading === "boolean") return reading ? "Yes" : "No";
  return String(reading);
}
