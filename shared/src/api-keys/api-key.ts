import { z } from "zod";
import { keyScope, type KeyScope } from "../contract/index.ts";
import { lineOf, timestamp } from "../lib/index.ts";

/** The scopes of a key for which nobody chose any. */
export const USUAL_SCOPES: readonly KeyScope[] = ["read_fleet", "read_errors"];

/** Scopes of calls that only admins make: only they create keys with them, and only keys of the provider. */
export const ADMIN_SCOPES: ReadonlySet<KeyScope> = new Set(["write_errors"]);

/** The scopes of a key, each once. */
export const keyScopes = z
  .array(keyScope)
  .min(1, "Choose what the key may do.")
  .refine((scopes) => new Set(scopes).size === scopes.length, "Name each scope once.");

/**
 * A key of an organization (specification, section 3), which may make the calls of its scopes. `name` is unique within the organization. The key
 * itself is displayed once, when it is created.
 */
export const apiKey = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.literal("general"),
  created: timestamp,
  last_used: timestamp.nullable(),
  scopes: z.array(keyScope),
});
export type ApiKey = z.output<typeof apiKey>;

/** A key that was just created; `key` is the key itself, which cannot be read again. */
export const newApiKey = apiKey.extend({ key: z.string() });
export type NewApiKey = z.output<typeof newApiKey>;

/** Description of a new key: its purpose. */
export const keyDescription = lineOf(200, "Enter what the key is for.");
