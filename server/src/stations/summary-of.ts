import { telemetrySummary } from "@groundcrew/shared/telemetry";

/**
 * What the list shows of a stored snapshot, as JSON; null when there is none or it no longer fits its schema. To the letter what
 * was made of it as it came in: revisions of rows are told apart by it.
 */
export function summaryOf(snapshot: string | null): string | null {
  if (snapshot === null) return null;
  const read = telemetrySummary.safeParse(JSON.parse(snapshot));
  return read.success ? JSON.stringify(read.data) : null;
}
