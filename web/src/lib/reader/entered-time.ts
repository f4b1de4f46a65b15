import { secondText, shownZone } from "../time-zone.ts";

/** A time (ms) by the clocks of a zone, as the content of a field for date and time: `2026-11-21T14:07`. */
export function fieldTime(time: number, zone: string): string {
  return secondText(time, zone).slice(0, "2026-11-21 14:07".length).replace(" ", "T");
}

/** How far the clocks of a zone, or those by which the page shows times, are from UTC: `UTC−8`. */
export function offsetText(now: number, zone = shownZone()): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset.replace("GMT", "UTC").replace("-", "−");
}

/**
 * The time (ms) at which clocks of a zone show the content of a field for date and time; null if that is none. Of a time that clocks show
 * twice, the first; one that they skip is as much later as they skip.
 */
export function enteredTime(text: string, zone: string): number | null {
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return null;
  const offsetAt = (time: number) => Date.parse(`${fieldTime(time, zone)}Z`) - Math.floor(time / 60_000) * 60_000;
  // The offsets of half a day before and after are all that clocks can have at that time.
  const times = [offsetAt(shown - 43_200_000), offsetAt(shown + 43_200_000)].map((offset) => shown - offset);
  const exact = times.filter((time) => Date.parse(`${fieldTime(time, zone)}Z`) === shown);
  return exact.length > 0 ? Math.min(...exact) : (times[0] ?? null);
}

/** The time (ms) of an hour of a day by the clocks of a zone, some days after the one of `from`. */
export function dayTime(from: number, { days, hour, zone }: { days: number; hour: number; zone: string }): number {
  const day = new Date(`${fieldTime(from, zone).slice(0, 10)}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  const text = `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, "0")}:00`;
  return enteredTime(text, zone) ?? from;
}
