import { z } from "zod";

/** Largest number of a column of type `integer`. */
const INTEGER_MAX = 2_147_483_647;

const spelledNumber = z
  .string()
  .regex(/^\d{1,15}$/, "Give a whole number.")
  .transform(Number);

/** A whole number from 1 in a path or query, spelled or already read. */
export const numberInQuery = z
  .union([z.number(), spelledNumber], "Give a whole number.")
  .pipe(z.int("Give a whole number.").min(1, "Give a number from 1."))
  .meta({ type: "integer", minimum: 1 });

/** Id kept in a column of type `integer`. What no column can hold is answered with `missing`, as is what is not there. */
export function idOf(missing: string) {
  return z.int("Give a whole number.").min(1, missing).max(INTEGER_MAX, missing);
}

/** Id of an organization. */
export const orgId = idOf("There is no such organization.");

/** Id of an organization in a query. */
export const orgIdInQuery = numberInQuery.pipe(orgId);

/** A switch in a query: `true`, `false` and their usual spellings, or a boolean. */
export const flagInQuery = z.union([z.boolean(), z.stringbool()], "Give true or false.").meta({ type: "boolean" });
