import { z } from "zod";

/** Largest number of a column of type `integer`. */
const INTEGER_MAX = 2_147_483_647;
const NO_ORGANIZATION = "There is no such organization.";

const spelledNumber = z
  .string()
  .regex(/^\d{1,15}$/, "Give a whole number.")
  .transform(Number);

/** A whole number from 1 in a path or query, spelled or already read. */
export const numberInQuery = z
  .union([z.number(), spelledNumber], "Give a whole number.")
  .pipe(z.int("Give a whole number.").min(1, "Give a number from 1."));

/** Id of an organization. */
export const orgId = z.int("Give a whole number.").min(1, NO_ORGANIZATION).max(INTEGER_MAX, NO_ORGANIZATION);

/** Id of an organization in a query. */
export const orgIdInQuery = numberInQuery.pipe(orgId);

/** A switch in a query: `true`, `false` and their usual spellings, or a boolean. */
export const flagInQuery = z.union([z.boolean(), z.stringbool()], "Give true or false.");
