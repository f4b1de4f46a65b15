import { z } from "zod";

/** Largest number of a column of type `integer`. */
const INTEGER_MAX = 2_147_483_647;

const numberText = z
  .string()
  .regex(/^\d{1,15}$/, "Give a whole number.")
  .transform(Number);

/** A positive integer in a path or query, as text or as a number. */
export const numberInQuery = z
  .union([z.number(), numberText], "Give a whole number.")
  .pipe(z.int("Give a whole number.").min(1, "Give a number from 1."))
  .meta({ type: "integer", minimum: 1 });

/** A position in a query, from 0, as text or as a number. */
export const positionInQuery = z
  .union([z.number(), numberText], "Give a whole number.")
  .pipe(z.int().nonnegative())
  .meta({ type: "integer", minimum: 0 });

/** An id stored in a column of type `integer`. `missing` is the error for an id out of its range, which cannot exist. */
export function idOf(missing: string) {
  return z.int("Give a whole number.").min(1, missing).max(INTEGER_MAX, missing);
}

/** Id of an organization. */
export const orgId = idOf("There is no such organization.");

/** Id of an organization in a query. */
export const orgIdInQuery = numberInQuery.pipe(orgId);

/** Several values in a query, separated by commas; at most 50 unless more are allowed. */
export function listInQuery<T extends string>(item: z.ZodType<T, string>, most = 50) {
  return z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(item).max(most))
    .meta({ type: "string" });
}

/** A boolean in a query: `true`, `false` and their usual spellings, or a boolean value. */
export const flagInQuery = z.union([z.boolean(), z.stringbool()], "Give true or false.").meta({ type: "boolean" });
