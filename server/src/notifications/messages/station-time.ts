import timeZoneAt from "@photostructure/tz-lookup";
import { DAY_MS, isTimeZone } from "@groundcrew/shared/lib";
import type { Preferences } from "@groundcrew/shared/sessions";
import { zoneName } from "../../platform/lib/index.ts";
import type { MessageFacts } from "../plan/waiting-queries.ts";

/**
 * A time in the zone of the station's site or place and in UTC: `10:07 PST (18:07 UTC)`; with the day if it is not within a day of `now`. Who has
 * chosen one of the two gets only that one.
 */
export function stationTime(
  at: number,
  { lat, lng, time_zone }: Pick<MessageFacts, "lat" | "lng" | "time_zone">,
  { now, timeZone }: { now: number; timeZone: Preferences["time_zone"] },
): string {
  const withDay = Math.abs(now - at) > DAY_MS / 2;
  const utc = `${clock(at, "UTC", withDay)} UTC`;
  const zone = time_zone ?? (lat === null || lng === null ? null : timeZoneAt(lat, lng));
  if (timeZone === "utc" || zone === null || !isTimeZone(zone)) return utc;
  const local = `${clock(at, zone, withDay)} ${zoneName(at, zone)}`;
  return timeZone === "station" ? local : `${local} (${utc})`;
}

function clock(at: number, timeZone: string, withDay: boolean): string {
  const day = withDay ? ({ month: "short", day: "numeric" } as const) : {};
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    ...day,
  }).format(at);
}
