import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Place } from "./fleet-file.ts";

// Share of a working day's swaps that falls into each local hour: quiet nights, a peak before noon and one after.
const DAY = [
  0.6, 0.4, 0.3, 0.3, 0.4, 1, 2.5, 5, 7.5, 9, 9.5, 8.5, 6.5, 7, 8.5, 8.5, 7.5, 6, 4.5, 2.8, 1.6, 1.1, 0.8, 0.7,
];
const DAY_SUM = DAY.reduce((sum, share) => sum + share, 0);
const WEEKEND = 0.35;
const DAYS_FROM_MONDAY = 3;

/** Hour of the day at a place, with its fraction, from 0 up to but not including 24. */
export function localHour(at: Pick<Place, "utc_offset_h">, now: number): number {
  const hours = now / HOUR_MS + at.utc_offset_h;
  return ((hours % 24) + 24) % 24;
}

/** Day at a place, counted from the epoch, and whether it is a Saturday or Sunday. */
export function localDay(at: Pick<Place, "utc_offset_h">, now: number): { day: number; weekend: boolean } {
  const day = Math.floor((now / HOUR_MS + at.utc_offset_h) / 24);
  // The epoch was a Thursday.
  return { day, weekend: (((day + DAYS_FROM_MONDAY) % 7) + 7) % 7 >= 5 };
}

/** Swaps an hour that a station of so many swaps a working day makes at this moment, on average. */
export function swapsPerHour(at: Pick<Place, "utc_offset_h">, swapsPerDay: number, now: number): number {
  const share = (DAY[Math.floor(localHour(at, now))] ?? 0) / DAY_SUM;
  return swapsPerDay * share * (localDay(at, now).weekend ? WEEKEND : 1);
}

/** The most swaps an hour that such a station ever makes, on average. */
export function mostSwapsPerHour(swapsPerDay: number): number {
  return (swapsPerDay * Math.max(...DAY)) / DAY_SUM;
}
