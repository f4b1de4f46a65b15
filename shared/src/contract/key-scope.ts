import { z } from "zod";

/**
 * A right of an API key. `read_fleet` is for all about stations but their errors, `read_errors` for lists of those, `write_errors` for resolving them,
 * and `maintenance` for starting, changing and ending maintenance.
 */
export const keyScope = z.enum(["read_fleet", "read_errors", "write_errors", "maintenance"], "There is no such scope.");
export type KeyScope = z.output<typeof keyScope>;
