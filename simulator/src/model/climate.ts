import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { FleetStation, Place } from "./fleet-file.ts";
import { between, randomUnit } from "./random.ts";

const YEAR_DAYS = 365.25;
// Middle of January, the coldest time of the northern year, in days after New Year.
const COLDEST_DAY = 15;
const KEY = { weather: 11, lower: 12, upper: 13, cooler: 14, stuck: 15 } as const;

/** The climate control of a station: heater below `lowerC`, cooler above `upperC`. */
export type ClimateControl = { lowerC: number; upperC: number; cooler: "fitted" | "failed" | "none" };

/** The climate control of a station. Stations in hot regions all have a cooler; elsewhere most do. */
export function climateControlOf(station: Pick<FleetStation, "seed" | "place" | "behaviour">): ClimateControl {
  const { seed } = station;
  const built = Math.abs(station.place.lat) < 35 || randomUnit(seed, KEY.cooler) < 0.7;
  const failed = station.behaviour.faults.includes("hot");
  return {
    lowerC: Math.round(between(8, 15, seed + KEY.lower)),
    upperC: Math.round(between(27, 31, seed + KEY.upper)),
    cooler: failed ? "failed" : built ? "fitted" : "none",
  };
}

const SOLAR_C = 2;
const CHARGING_C = 0.7;
const ELECTRONICS_C = 2;
const STUCK_C = { low: 40, high: 48 } as const;

/** The temperature inside (°C) that a station settles at with heater and cooler off. */
export function equilibriumC(
  station: Pick<FleetStation, "seed" | "place" | "behaviour">,
  charging: number,
  now: number,
): number {
  // A station whose cooler has failed stays hot in any weather: its fan blows warm air in.
  if (station.behaviour.faults.includes("hot"))
    return between(STUCK_C.low, STUCK_C.high, station.seed + KEY.stuck) + 2 * Math.sin(now / DAY_MS);
  const sun = Math.max(0, Math.sin(((localHour(station.place, now) - 6) * Math.PI) / 12));
  return outsideC(station.place, station.seed, now) + ELECTRONICS_C + SOLAR_C * sun + CHARGING_C * charging;
}

/** Temperature of the air outside in °C: by latitude, season, hour, and spells of a few days that depend on the seed. */
function outsideC(location: Place, seed: number, now: number): number {
  const latitude = Math.abs(location.lat);
  const yearly = 27 - 0.0072 * latitude ** 2;
  const swing = Math.min(16, 0.27 * latitude) * (location.lat >= 0 ? -1 : 1);
  const season = Math.cos((2 * Math.PI * (now / DAY_MS - COLDEST_DAY)) / YEAR_DAYS);
  const hour = Math.cos((2 * Math.PI * (localHour(location, now) - 15)) / 24);
  return yearly + swing * season + 4.5 * hour + weatherVariation(seed, now);
}

/** Deviation by warmer and colder spells: drawn for every second day, linear in between. */
function weatherVariation(seed: number, now: number): number {
  const at = now / (2 * DAY_MS);
  const from = Math.floor(at);
  const [a, b] = [randomUnit(seed, KEY.weather, from), randomUnit(seed, KEY.weather, from + 1)];
  return 5 * (a + (b - a) * (at - from) - 0.5);
}

/** °C as °F with one decimal. */
export function toF(celsius: number): number {
  return Math.round(((celsius * 9) / 5) * 10 + 320) / 10;
}

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
