import { z } from "zod";
import { lineOf, timestamp } from "../lib/index.ts";

/**
 * A read-only key of an organization (specification, section 3). `name` is unique within the organization. The key itself is displayed
 * once, when it is created.
 */
export const apiKey = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.literal("general"),
  created: timestamp,
  last_used: timestamp.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** A key that was just created; `key` is the key itself, which cannot be read again. */
export const newApiKey = apiKey.extend({ key: z.string() });
export type NewApiKey = z.output<typeof newApiKey>;

/** Description of a new key: its purpose. */
export const keyDescription = lineOf(200, "Enter what the key is for.");
