/** Stands for a value the station did not tell. */
const NO_READING = "–";

/** A value as the telemetry dialog shows it. */
export function readingText(reading: string | number | boolean | null | undefined): string {
  if (reading === null || reading === undefined || reading === "") return NO_READING;
  if (typeof reading === "boolean") return reading ? "Yes" : "No";
  return String(reading);
}
