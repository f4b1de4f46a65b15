import type { Timestamp } from "@groundcrew/shared/lib";
import { stationZone, zoneChoice } from "./reader/preferences.ts";

/** The time zone of this browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which the page shows times. */
export function shownZone(): string {
  return zoneChoice.get() === "utc" ? "UTC" : (stationZone.get() ?? browserZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A time, as text or in ms, by the clocks of a zone, or as the page shows times: `2026-11-21 14:07:31`. */
export function secondText(time: Timestamp | number, zone = shownZone()): string {
  return formatOf("second", zone).format(new Date(time));
}

const kinds = {
  second: { dateStyle: "short", timeStyle: "medium" },
  zone: { timeZoneName: "short", hour: "numeric" },
} as const;

/** Formats of times in zones, which are kept because it takes long to make one. */
export function formatOf(kind: keyof typeof kinds, timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(kind === "zone" ? "en" : "sv-SE", { ...kinds[kind], timeZone });
  formats.set(key, format);
  return format;
}
