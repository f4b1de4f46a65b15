import { z } from "zod";
import { timestamp } from "../lib/index.ts";

/** A field's value: a flag or text. */
export const fieldValue = z.union([z.boolean(), z.string()]);
export type FieldValue = z.output<typeof fieldValue>;

/**
 * A saved revision of a station's SSoT entry or replaceables (specification, section 3): free fields and `created`, which strictly
 * increases with each revision of a station and identifies it. Replaceables have flags only. For admins there is also `author`: the name or
 * email address of the user who saved the revision.
 */
export const savedEntry = z.object({ created: timestamp }).catchall(fieldValue);
export type SavedEntry = z.output<typeof savedEntry>;
