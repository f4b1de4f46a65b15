import { z } from "zod";
import { stationName } from "../telemetry/index.ts";

/**
 * A row of an organization's history (specification, section 3): a time in seconds since the epoch, the number of swaps in the ten minutes
 * before it, and the number of stations online at that time.
 */
export const activityRow = z.tuple([z.number().int(), z.number().int(), z.number().int()]);
export type ActivityRow = z.output<typeof activityRow>;

/**
 * The number of actions by an organization's users in the last 7 days: every audited call, counted once however many things it changed. A
 * call counts for the user's organization, not for that of the things changed.
 */
export const organizationActivity = z.object({ organization: z.string(), actions: z.number().int().nonnegative() });
export type OrganizationActivity = z.output<typeof organizationActivity>;

const periodCount = z.number().int().nonnegative().nullable();

/** A station's swaps: in total, in each rolling period, and since shipment. Null where the count at the start is unknown. */
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

/** The count columns of the Swap Counts table, in display order. */
export const swapStatsLabels = {
  swaps_all: "Swaps",
  swaps_shipment: "Swaps (Shipment)",
  swaps_year: "Swaps (Year)",
  swaps_months_3: "Swaps (3 Months)",
  swaps_months_1: "Swaps (Month)",
  swaps_week: "Swaps (Week)",
  swaps_day: "Swaps (Day)",
} as const satisfies Partial<Record<keyof SwapStats, string>>;
