import { pageCount } from "@groundcrew/shared/lib";
import { countText, wholeNumber } from "../lib/index.ts";

/** A station's unresolved errors: those that wait for triage, and those attached to the support log. */
export type TriageCounts = {
  waiting: number;
  attached: number;
  /** Whether there are more than were counted. Those that wait are counted first. */
  isCut: boolean;
};

/** How many errors wait for triage: `97`, or `1,000+` when there are more. */
export function waitingWords({ waiting, attached, isCut }: TriageCounts): string {
  return `${wholeNumber(waiting)}${isCut && attached === 0 ? "+" : ""}`;
}

/** What became of a station's unresolved errors: `97 to triage · 7 attached`. */
export function triageWords(counts: TriageCounts): string {
  const words = `${waitingWords(counts)} to triage`;
  if (counts.attached === 0) return words;
  return `${words} · ${wholeNumber(counts.attached)}${counts.isCut ? "+" : ""} attached`;
}

const YEAR_DAYS = 365;

/** How long resolved errors are kept. */
export function keptWords(days: number): string {
  const years = days / YEAR_DAYS;
  const time = Number.isInteger(years) ? countText(years, "year") : countText(days, "day");
  return `Resolved errors are kept for ${time}, those attached to a support log entry permanently.`;
}

/** What a button that selects errors says, since it reaches those on other pages too: `Select All (97 on 7 pages)`. */
export function selectAllWords(count: number, pageSize: number): string {
  if (count === 0) return "Select All";
  const pages = pageCount(count, pageSize);
  return pages === 1 ? `Select All (${count})` : `Select All (${wholeNumber(count)} on ${wholeNumber(pages)} pages)`;
}
