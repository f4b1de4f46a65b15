import { AUDIT_COUNT_MAX, AUDIT_ENTRIES_MAX, type AuditCheck } from "@groundcrew/shared/audit";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { countText, momentText, wholeNumber } from "../../lib/index.ts";

const date = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });
const dateWithYear = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric" });

/** The day of a time, in the zone of the browser: `Today, November 22`. */
export function dayText(time: Timestamp, now: number): string {
  const day = new Date(time);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return `Today, ${date.format(day)}`;
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === yesterday.toDateString()) return `Yesterday, ${date.format(day)}`;
  return day.getFullYear() === today.getFullYear() ? date.format(day) : dateWithYear.format(day);
}

const second = new Intl.DateTimeFormat("sv-SE", { timeStyle: "medium" });

/** The time of day to the second: `14:28:03`. */
export function secondText(time: Timestamp): string {
  return second.format(new Date(time));
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
  return `times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
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
