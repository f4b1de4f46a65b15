import { z } from "zod";
import { calendarDate, orgId, timestamp } from "../lib/index.ts";
import { readinessSeconds, readinessState } from "../readiness/index.ts";
import { siteId, tagName } from "../sites/index.ts";
import { swapCounts } from "../swap-attempts/index.ts";

/** A calendar month, `YYYY-MM`, of the years 2000 to 2999. */
export const calendarMonth = z.string().regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, "Give a month as YYYY-MM.");

/**
 * A station in a report. `serial_number` and `description` are null once it belongs to an organization of which the caller sees nothing.
 * `cause` is the first reason of most of its lost time. Attempts to swap are those outside maintenance.
 */
const reportedStation = readinessSeconds.extend({
  ...swapCounts.shape,
  station: z.string(),
  serial_number: z.string().nullable(),
  description: z.string().nullable(),
  cause: z.string().nullable(),
});
export type ReportedStation = z.output<typeof reportedStation>;

/** A UTC day of all stations of a report. */
export const reportedDay = readinessSeconds.extend({ day: calendarDate });
export type ReportedDay = z.output<typeof reportedDay>;

/** Time that was Not ready or Unknown with the same first reason, and of how many stations. */
const lostTime = z.object({
  state: readinessState,
  title: z.string(),
  seconds: z.int().nonnegative(),
  stations: z.int().nonnegative(),
});
export type LostTime = z.output<typeof lostTime>;

/** The sums of a month by day. Days without any recorded station are absent. */
const monthBefore = z.object({ total: readinessSeconds, days: z.array(reportedDay), swaps: swapCounts });

/** Incidents that people reported, and how many of them are resolved. */
const incidents = z.object({ reported: z.int().nonnegative(), resolved: z.int().nonnegative() });
export type Incidents = z.output<typeof incidents>;

/** A change of the rules of readiness in words, such as `charged batteries needed at atlas stations 1 → 2`. */
const ruleChange = z.object({ at: timestamp, text: z.string() });
export type RuleChange = z.output<typeof ruleChange>;

/**
 * The availability of the stations of an organization, or of all (`org_id` null), in whole UTC days from `from` to `to`. `month` is set if they are
 * a month, which may not have ended yet: then `to` is its last day all the same. `days` are those that have been rolled up; one without any recorded
 * station is absent. `stations` are in no order. `before` is the month before; null for other ranges.
 *
 * With a `site` or a `tag`, all figures are those of the stations that are there, and have it, now. Then `days` are null, and `before` too, if they would be
 * those of too many stations and days, and `incidents` are null for a stored month.
 */
export const availabilityReport = z.object({
  from: calendarDate,
  to: calendarDate,
  month: calendarMonth.nullable(),
  org_id: orgId.nullable(),
  organization: z.string().nullable(),
  site: z.object({ id: siteId, name: z.string() }).nullable(),
  tag: tagName.nullable(),
  made: timestamp,
  /** The first of the days that have ended, but are still being counted, as after an outage of the server; null if all are. It and later days are absent. */
  counting_since: calendarDate.nullable(),
  /** When the figures of the month were stored for good; null until then, and for other ranges. */
  stored: timestamp.nullable(),
  total: readinessSeconds,
  days: z.array(reportedDay).nullable(),
  lost: z.array(lostTime),
  stations: z.array(reportedStation),
  before: monthBefore.nullable(),
  /** Attempts to swap outside maintenance, and the day from which on they are counted. */
  swaps: swapCounts,
  swaps_since: calendarDate,
  /** Null for others than admins, see above. */
  incidents: incidents.nullable(),
  /** In chronological order; at most 20 saves. */
  rule_changes: z.array(ruleChange),
});
export type AvailabilityReport = z.output<typeof availabilityReport>;
