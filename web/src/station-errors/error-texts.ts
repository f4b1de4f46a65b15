import { pageCount } from "@groundcrew/shared/lib";
import { countText, wholeNumber } from "../lib/index.ts";

/** The number of a station's unresolved errors that need triage, and of those attached to the support log. */
export type TriageCounts = {
  triage: number;
  attached: number;
  /** Whether there are more than counted. Errors in triage are counted first. */
  hasMore: boolean;
};

/** The number of errors in triage: `97`, or `1,000+` when there are more. */
export function triageCountText({ triage, attached, hasMore }: TriageCounts): string {
  return `${wholeNumber(triage)}${hasMore && attached === 0 ? "+" : ""}`;
}

/** A station's unresolved errors: `97 to triage · 7 attached`. */
export function triageText(counts: TriageCounts): string {
  const triage = `${triageCountText(counts)} to triage`;
  if (counts.attached === 0) return triage;
  return `${triage} · ${wholeNumber(counts.attached)}${counts.hasMore ? "+" : ""} attached`;
}

const YEAR_DAYS = 365;

/** How long resolved errors are kept. */
export function retentionText(days: number): string {
  const years = days / YEAR_DAYS;
  const time = Number.isInteger(years) ? countText(years, "year") : countText(days, "day");
  return `Resolved errors are kept for ${time}, those attached to a support log entry permanently.`;
}

/** The label of a button that selects errors on all pages: `Select All (97 on 7 pages)`. */
export function selectAllLabel(count: number, pageSize: number): string {
  if (count === 0) return "Select All";
  const pages = pageCount(count, pageSize);
  return pages === 1 ? `Select All (${count})` : `Select All (${wholeNumber(count)} on ${wholeNumber(pages)} pages)`;
}
