import { z } from "zod";
import { stationName } from "../telemetry/index.ts";

/**
 * A row of an organization's history (specification, section 3): seconds since the epoch, how many swaps its stations made
 * in the ten minutes that end then, and how many of them were online at their end.
 */
export const activityRow = z.tuple([z.number().int(), z.number().int(), z.number().int()]);
export type ActivityRow = z.output<typeof activityRow>;

/**
 * How many things an organization's people did in the last 7 days: every call of theirs that the audit notes, one however
 * many things it changed. They count for the organization they were in, not for that of what they changed.
 */
export const organizationActivity = z.object({ organization: z.string(), actions: z.number().int().nonnegative() });
export type OrganizationActivity = z.output<typeof organizationActivity>;

const periodCount = z.number().int().nonnegative().nullable();

/**
 * Swaps of a station in all, in each rolling period, and since shipment; null where the count at the start is unknown.
 */
export const swapStats = z.object({
  station: stationName,
  swaps_all: z.number().int().nonnegative(),
  swaps_year: periodCount,
  swaps_months_3: periodCount,
  swaps_months_1: periodCount,
  swaps_week: periodCount,
  swaps_day: periodCount,
  swaps_shipment: periodCount,
});
export type SwapStats = z.output<typeof swapStats>;

/** The count columns of the Swap Counts table, in their order. */
export const swapStatsLabels = {
  swaps_all: "Swaps",
  swaps_shipment: "Swaps (Shipment)",
  swaps_year: "Swaps (Year)",
  swaps_months_3: "Swaps (3 Months)",
  swaps_months_1: "Swaps (Month)",
  swaps_week: "Swaps (Week)",
  swaps_day: "Swaps (Day)",
} as const satisfies Partial<Record<keyof SwapStats, string>>;
