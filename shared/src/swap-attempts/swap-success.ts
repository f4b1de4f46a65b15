import { z } from "zod";
import { calendarDate, timestamp } from "../lib/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";

const count = z.number().int().nonnegative();

/** Attempts by outcome, without those in maintenance. */
const outcomes = { succeeded: count, with_errors: count, failed: count };
export const swapCounts = z.object(outcomes);

/**
 * Why attempts failed: the group of the first error of each. `group` is the group's number, which only admins get, and null also where the error
 * has no group.
 */
const swapCause = z.object({
  group: z.number().int().nullable(),
  title: z.string(),
  station_type: stationType.nullable(),
  failed: count,
  stations: count,
});
export type SwapCause = z.output<typeof swapCause>;

/**
 * The time online outside maintenance, and the failures in the same days. Null where it is not known: for the current day, by hour, for one
 * firmware, and in total for one type.
 */
const online = z.object({ seconds: count, failed: count }).nullable();

/** The attempts of a station in the period, and the most frequent cause of its failures. */
const stationSwaps = z.object({
  station: stationName,
  /** Empty for a station that belongs to another organization now. */
  serial_number: z.string(),
  /** The organization it belonged to at the time. */
  organization: z.string(),
  station_type: stationType,
  ...outcomes,
  online,
  cause: z.string().nullable(),
  /** True for a station without swap events. */
  from_telemetry: z.boolean(),
});
export type StationSwaps = z.output<typeof stationSwaps>;

/**
 * A version of firmware that no station had in the same length of time before: when the first attempt with it was, how many stations had attempts with
 * it, and the most frequent cause of those that failed.
 */
const newFirmware = z.object({
  since: timestamp,
  stations: count,
  cause: z.object({ group: z.number().int().nullable(), title: z.string() }).nullable(),
});
export type NewFirmware = z.output<typeof newFirmware>;

/** The spans of a series. */
export const swapSpan = z.enum(["hour", "day", "week"]);
export type SwapSpan = z.output<typeof swapSpan>;

/** Orders of the stations: `worst` by the best rate that is likely, those with too few attempts last. */
export const swapSort = z.enum(["worst", "failed", "attempts", "name"]);
export type SwapSort = z.output<typeof swapSort>;

/**
 * The success of swaps in a period (specification, section 2 of readiness). Days and weeks are in UTC. Attempts in maintenance are only counted
 * in `maintenance`.
 */
export const swapSuccess = z.object({
  from: timestamp,
  to: timestamp,
  /** The day from which attempts are counted; null before the first one. */
  counted_since: calendarDate.nullable(),
  ...outcomes,
  maintenance: count,
  online,
  /** The same length of time before. Null if attempts were not counted yet when that began. */
  before: swapCounts.nullable(),
  span: swapSpan,
  /** In chronological order, without spans in which there was no attempt. */
  series: z.array(z.object({ time: timestamp, ...outcomes })),
  /** The five most frequent causes, then all others together. */
  causes: z.array(swapCause),
  other_causes: z.object({ groups: count, failed: count }),
  types: z.array(z.object({ station_type: stationType, ...outcomes })),
  /** `introduced` is null for versions that are not new, or of which that is not known; at most five are. */
  firmware: z.array(z.object({ firmware: z.string(), ...outcomes, introduced: newFirmware.nullable() })),
  organizations: z.array(z.object({ org_id: z.number().int(), name: z.string(), ...outcomes })),
  stations: z.array(stationSwaps),
  stations_total: count,
  /** Stations in service that had no attempt. */
  stations_without: count,
});
export type SwapSuccess = z.output<typeof swapSuccess>;

/** An attempt that failed, or succeeded with errors. `error_id` is its first error. `group` is only for admins. */
export const listedSwapAttempt = z.object({
  at: timestamp,
  outcome: z.enum(["failed", "with_errors"]),
  in_maintenance: z.boolean(),
  job_id: z.string().nullable(),
  error_id: z.number().int(),
  /** When the first error occurred; null for one that was removed since. */
  error_at: timestamp.nullable(),
  errors: count,
  cause: z.string(),
  group: z.number().int().nullable(),
  firmware: z.string(),
});
export type ListedSwapAttempt = z.output<typeof listedSwapAttempt>;
