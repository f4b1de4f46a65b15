import { telemetrySummary } from "@groundcrew/shared/telemetry";

/**
 * What the list shows of a stored snapshot, as JSON; null when there is none or it no longer fits its schema. Byte for byte what was made
 * of it when it was received, because revisions of rows are derived from it.
 */
export function summaryOf(snapshot: string | null): string | null {
  if (snapshot === null) return null;
  const read = telemetrySummary.safeParse(JSON.parse(snapshot));
  return read.success ? JSON.stringify(read.data) : null;
}
