import { z } from "zod";
import { lineOf, timestamp } from "../lib/index.ts";

/**
 * A key that reads in the name of its organization (specification, section 3). `name` is unique within the organization
 * and tells keys apart; the key's text itself is shown once, when it is made.
 */
export const apiKey = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.literal("general"),
  created: timestamp,
  last_used: timestamp.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** A key just made; `key` is its text, which cannot be read again. */
export const newApiKey = apiKey.extend({ key: z.string() });
export type NewApiKey = z.output<typeof newApiKey>;

/** What a new key is for. */
export const keyDescription = lineOf(200, "Enter what the key is for.");
