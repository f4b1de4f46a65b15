import { z } from "zod";
import { timestamp } from "../lib/index.ts";

/** How long something stays with its owner after their last act on it. */
export const OWNED_HOURS = 24;

/** Kinds of things that can have an owner: a group of errors, the open errors of a station, or an incident. */
export const ownedKind = z.enum(["group", "station", "incident"]);
export type OwnedKind = z.output<typeof ownedKind>;

/**
 * The owner of something, and since when. `owner_id` is null for staff whose name a customer does not see: `owner` is then
 * "Groundcrew Support", and so is `by`, who assigned it, at `assigned_at`; until `acknowledged_at` is set, the owner has not accepted. It ends at `until`.
 */
export const ownership = z.object({
  owner_id: z.int().nullable(),
  owner: z.string(),
  by: z.string(),
  assigned_at: timestamp,
  acknowledged_at: timestamp.nullable(),
  until: timestamp,
  note: z.string().nullable(),
  rev: z.int(),
});
export type Ownership = z.output<typeof ownership>;
