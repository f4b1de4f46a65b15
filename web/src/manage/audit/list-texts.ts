import { AUDIT_COUNT_MAX, AUDIT_ENTRIES_MAX, type AuditCheck } from "@groundcrew/shared/audit";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { shownZone, countText, dateText, dayTime, momentText, wholeNumber } from "../../lib/index.ts";

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day of a time, as a heading: `Today, November 22`, or `December 31, 2025` in another year. */
export function daySection(time: Timestamp, now: number): string {
  const [full, day, today] = [date.format(Date.parse(dateText(time))), dateText(time), dateText(now)];
  const named = full.slice(0, -", 2026".length);
  if (day === today) return `Today, ${named}`;
  if (day === dateText(dayTime(now, { days: -1, hour: 12, zone: shownZone() }))) return `Yesterday, ${named}`;
  return day.slice(0, 4) === today.slice(0, 4) ? named : full;
}

/** How many entries there are: `2,318 entries`, and for managers of which organization. */
export function countSentence(count: number, { can_admin, organization }: SessionUser): string {
  const number =
    count > AUDIT_COUNT_MAX ? `more than ${countText(AUDIT_COUNT_MAX, "entry")}` : countText(count, "entry");
  return `${number}${can_admin ? "" : ` of ${organization}`}`;
}

/** How many things one act changed, if more than one: `25 stations`. In the list, they are counted up to a thousand. */
export function amountText(count: number, plural: string): string {
  const isMore = count === AUDIT_ENTRIES_MAX + 1;
  return isMore ? `more than ${wholeNumber(AUDIT_ENTRIES_MAX)} ${plural}` : `${wholeNumber(count)} ${plural}`;
}

const YEAR_DAYS = 365;

/** How long entries are kept: `kept for 2 years`. */
export function keptText(days: number): string {
  if (days % YEAR_DAYS !== 0) return `kept for ${wholeNumber(days)} days`;
  const years = days / YEAR_DAYS;
  return `kept for ${years === 1 ? "a year" : `${years} years`}`;
}

export function timeZoneText(): string {
  return `times in ${shownZone()}`;
}

/** Problems of the audit log. */
export function brokenSentence({ entry, at, reason }: NonNullable<AuditCheck["broken"]>): string {
  const which = entry === null || at === null ? "An entry" : `Entry ${entry} of ${momentText(at)}`;
  const what =
    reason === "changed"
      ? "is not what it was when it was added"
      : "was added or removed by someone with the rights of the database's owner";
  return `The audit log was changed. ${which} ${what}. Entries after it may have been changed as well.`;
}
