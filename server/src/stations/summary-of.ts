import { isExactly } from "@groundcrew/shared/lib";
import { snapshot, summarize, telemetrySummary } from "@groundcrew/shared/telemetry";

/**
 * What the list shows of a stored snapshot, as JSON; null when there is none or it no longer fits its schema. To the letter what was
 * made of it as it came in: revisions of rows are told apart by it.
 */
export function summaryOf(text: string | null): string | null {
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (isExactly(snapshot, stored)) return JSON.stringify(summarize(stored));
  const read = telemetrySummary.safeParse(stored);
  return read.success ? JSON.stringify(read.data) : null;
}
