import { MINUTE_MS, SECOND_MS, shortAge, wholeNumber, type Timestamp } from "@groundcrew/shared/lib";

/** An age in its largest whole unit: `12 s ago`, `5m ago`, `3d ago`. */
export function agoText(ageMs: number): string {
  const age = Math.max(0, ageMs);
  return `${age < MINUTE_MS ? `${Math.floor(age / SECOND_MS)} s` : shortAge(age)} ago`;
}

/** How long ago something was, in minutes or more: `just now`, `5m ago`. */
export function minutesAgoText(time: Timestamp, now: number): string {
  const age = shortAge(now - Date.parse(time));
  return age === "now" ? "just now" : `${age} ago`;
}

/** How many of a number of stations are in maintenance, to follow that number: `, 1 of them in maintenance`. Empty for none. */
export function maintainedText(count: number, total: number): string {
  if (count === 0) return "";
  if (count === total) return total === 1 ? ", in maintenance" : ", all in maintenance";
  return `, ${wholeNumber(count)} of them in maintenance`;
}

const list = new Intl.ListFormat("en-GB");

/** Several things in a sentence: `the name, the channels and the escalation`. */
export function listText(items: readonly string[]): string {
  return list.format(items);
}

/** How many names stand in a sentence. */
export const NAMED_MAX = 3;

/** The first names of several things in a sentence: `Uni-0019, hexGlobal-08, Atlas 0003 and 9 more`. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return listText([...names.slice(0, NAMED_MAX), ...(more > 0 ? [`${wholeNumber(more)} more`] : [])]);
}
