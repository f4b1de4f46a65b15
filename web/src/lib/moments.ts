import { DAY_MS, dayName, type Timestamp } from "@groundcrew/shared/lib";
import { serverNow } from "../data/clock/index.ts";
import { formatOf, secondText, shownZone } from "./time-zone.ts";

/*
 * The four formats of times: `momentText` where there is room, `shortMoment` in lists, `logMoment` for what is read to the second while it is new,
 * and `untilText` for beginnings and ends. The exact time is their title (`Time` of the kit). Without a zone, they are in
 * the one that the user has chosen (`shownZone`).
 */
type Moment = Timestamp | number;

/** A time: `2026-11-21 14:07`. */
export function momentText(time: Moment, zone?: string): string {
  return secondText(time, zone).slice(0, "2026-11-21 14:07".length);
}

/** When something was, in few characters: `14:07` today, `Nov 14` before, `Nov 14 2025` in another year. */
export function shortMoment(time: Moment, now: number): string {
  return isToday(time, now) ? clockText(time) : dayText(time, now);
}

/** When a line of a log is from: `14:07:31` today, `Nov 14, 06:10` before, `Nov 14 2025, 06:10` in another year. */
export function logMoment(time: Moment, now = serverNow()): string {
  return isToday(time, now) ? clockSecondText(time) : `${dayText(time, now)}, ${clockText(time)}`;
}

/**
 * Until or since when something is, in few characters: `14:07` today, `Mon 08:00` in the coming days, and `Nov 14 08:00` later or before,
 * since a day of the week alone would be read as one to come.
 */
export function untilText(time: Moment, now: number): string {
  if (isToday(time, now)) return clockText(time);
  const aheadMs = toMs(time) - now;
  const date = aheadMs > 0 && aheadMs < 6 * DAY_MS ? weekdayText(time) : dayText(time, now);
  return `${date} ${clockText(time)}`;
}

/** A time to the second and with its zone, for a tooltip: `2026-11-21 14:07:31 CET`. */
export function exactMoment(time: Moment): string {
  return `${secondText(time)} ${zoneName(time)}`;
}

/** The time of day: `14:07`. */
export function clockText(time: Moment, zone?: string): string {
  return momentText(time, zone).slice("2026-11-21 ".length);
}

/** The time of day to the second: `14:07:31`. */
export function clockSecondText(time: Moment): string {
  return secondText(time).slice("2026-11-21 ".length);
}

/** A day of the calendar: `2026-11-21`. */
export function dateText(time: Moment, zone?: string): string {
  return secondText(time, zone).slice(0, "2026-11-21".length);
}

/** A day: `Nov 14`, or `Nov 14 2025` in another year than now. */
export function dayText(time: Moment, now: number, zone?: string): string {
  const day = dateText(time, zone);
  const year = day.slice(0, "2026".length);
  return dateText(now, zone).startsWith(year) ? dayName(day) : `${dayName(day)} ${year}`;
}

const weekday = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" });

/** A day of the week: `Mon`. */
export function weekdayText(time: Moment): string {
  return weekday.format(Date.parse(dateText(time)));
}

function isToday(time: Moment, now: number): boolean {
  return dateText(time) === dateText(now);
}

function toMs(time: Moment): number {
  return new Date(time).getTime();
}

function zoneName(time: Moment): string {
  return (
    formatOf("zone", shownZone())
      .formatToParts(toMs(time))
      .find(({ type }) => type === "timeZoneName")?.value ?? ""
  );
}
