import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Place } from "./fleet-file.ts";

// Share of a working day's swaps in each local hour: few at night, one peak before noon and one after.
const DAY = [
  0.6, 0.4, 0.3, 0.3, 0.4, 1, 2.5, 5, 7.5, 9, 9.5, 8.5, 6.5, 7, 8.5, 8.5, 7.5, 6, 4.5, 2.8, 1.6, 1.1, 0.8, 0.7,
];
const DAY_SUM = DAY.reduce((sum, share) => sum + share, 0);
const WEEKEND = 0.35;
const DAYS_FROM_MONDAY = 3;

/** Local hour of the day with its fraction, in [0, 24). */
export function localHour(location: Pick<Place, "utc_offset_h">, now: number): number {
  const hours = now / HOUR_MS + location.utc_offset_h;
  return ((hours % 24) + 24) % 24;
}

/** Local day, counted from the epoch, and whether it is a Saturday or Sunday. */
export function localDay(location: Pick<Place, "utc_offset_h">, now: number): { day: number; weekend: boolean } {
  const day = Math.floor((now / HOUR_MS + location.utc_offset_h) / 24);
  // The epoch was a Thursday.
  return { day, weekend: (((day + DAYS_FROM_MONDAY) % 7) + 7) % 7 >= 5 };
}

/** Mean number of swaps an hour at `now`, for a station with `swapsPerDay` swaps on a working day. */
export function swapsPerHour(location: Pick<Place, "utc_offset_h">, swapsPerDay: number, now: number): number {
  const share = (DAY[Math.floor(localHour(location, now))] ?? 0) / DAY_SUM;
  return swapsPerDay * share * (localDay(location, now).weekend ? WEEKEND : 1);
}

/** The highest value of `swapsPerHour` at any time. */
export function mostSwapsPerHour(swapsPerDay: number): number {
  return (swapsPerDay * Math.max(...DAY)) / DAY_SUM;
}
