import { z } from "zod";

/** One invalid field of a request, with a sentence about it. */
export const fieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.output<typeof fieldProblem>;

/**
 * Body of every failure (`application/problem+json`). `detail` is a sentence that says what the user can do, or with status 422 the list of
 * invalid fields. `partial` is the part that succeeded, in the format of the call's success reply; most calls do not have it.
 */
export const problem = z.object({
  title: z.string(),
  status: z.number().int(),
  detail: z.union([z.string(), z.array(fieldProblem)]),
  partial: z.unknown().optional(),
});
export type ProblemBody = z.output<typeof problem>;
