/** A time for readers whose time zone is not known: `2026-11-21 14:05 UTC`. */
export function utcText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A time by the clocks of a zone: `2026-11-21 06:05 PST`. */
export function zoneText(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  return `${format.format(at)} ${zoneName(at.getTime(), timeZone)}`;
}

/** The abbreviation of a zone at a time (ms): `PST`, or `GMT+1` where there is none. */
export function zoneName(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
