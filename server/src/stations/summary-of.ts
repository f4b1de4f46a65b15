import { telemetrySummary, type TelemetrySummary } from "@groundcrew/shared/telemetry";

/** What the list shows of a stored snapshot; null when there is none or it no longer fits its schema. */
export function summaryOf(snapshot: string | null): TelemetrySummary | null {
  if (snapshot === null) return null;
  const read = telemetrySummary.safeParse(JSON.parse(snapshot));
  return read.success ? read.data : null;
}
