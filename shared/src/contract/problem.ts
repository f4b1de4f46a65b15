import { z } from "zod";

/** One thing that is wrong with the data sent: which field, and a sentence about it. */
export const fieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.output<typeof fieldProblem>;

/**
 * Body of every failure (`application/problem+json`). `detail` is a sentence a person can act on, or, with status 422,
 * the list of fields that do not fit. `partial` is what came about all the same, in the form of the call's success; absent
 * where that is nothing, as with most calls.
 */
export const problem = z.object({
  title: z.string(),
  status: z.number().int(),
  detail: z.union([z.string(), z.array(fieldProblem)]),
  partial: z.unknown().optional(),
});
export type ProblemBody = z.output<typeof problem>;
