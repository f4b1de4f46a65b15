import { z } from "zod";
import { calendarDate, lineOf } from "../lib/index.ts";

/** A customer, the provider, or a part of the provider. `station_quantity` and `users_without` are present only if requested. */
export const organization = z.object({
  id: z.number().int(),
  name: z.string(),
  station_quantity: z.number().int().nonnegative().optional(),
  /** How many of its users have no second factor. */
  users_without: z.number().int().nonnegative().optional(),
  /** The day (UTC) from which its users need a second factor; present only if it requires one. */
  second_step_from: calendarDate.optional(),
});
export type Organization = z.output<typeof organization>;

/** Name of a new organization. */
export const organizationName = lineOf(100, "Enter a name for the organization.");
