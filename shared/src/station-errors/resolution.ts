import { z } from "zod";
import { textOf } from "../lib/index.ts";

/** Minimum length of a solution, in characters (specification, section 9). */
const SOLUTION_MIN = 10;

/** The note on how an error was resolved (section 5, "Trivial resolution"). */
export const solution = textOf(5_000, "A note is required to continue").refine(
  (text) => text.length === 0 || text.length >= SOLUTION_MIN,
  `minimum ${SOLUTION_MIN} characters`,
);

const errorId = z.int().positive();

/** The Record Trivial Resolution form: one solution for all selected errors. */
export const trivialResolution = z.object({
  errors: z.array(errorId).min(1, "Please go back and select at least one error"),
  solution,
});
export type TrivialResolution = z.output<typeof trivialResolution>;

/** Maximum number of errors that one call changes. */
const CHANGES_MAX = 1_000;

/** A change to one error: it is resolved with a solution, or attached to a support log entry. */
const errorChange = z
  .strictObject({ id: errorId, solution: solution.optional(), supportlog_entry_id: z.int().positive().optional() })
  .refine((change) => (change.solution === undefined) !== (change.supportlog_entry_id === undefined), {
    error: "Give either a solution or a support log entry.",
  });

/** The body that resolves or attaches errors, each at most once. */
export const errorChanges = z
  .array(errorChange)
  .min(1, "Please go back and select at least one error")
  .max(CHANGES_MAX, `Change at most ${CHANGES_MAX} errors at once.`)
  .refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, "Name each error once.");
export type ErrorChanges = z.output<typeof errorChanges>;
