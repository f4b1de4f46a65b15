import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { idOf } from "../lib/index.ts";

/** The number of a saved view. */
export const savedViewId = idOf("There is no such view.");

/**
 * A saved view of the stations list: `settings` are keys and values of the list's address. Those that the list does not have, or no longer, are ignored.
 * A `shared` one is seen by everyone in the organization of its owner. `by` is its owner, null once deleted, and `is_mine` is true for the owner.
 * `changed_by` made the last change. `people` is how many others see it. `rev` changes with each change.
 */
export const savedView = z.object({
  id: savedViewId,
  name: z.string(),
  settings: z.record(z.string(), z.string()),
  shared: z.boolean(),
  is_mine: z.boolean(),
  by: z.string().nullable(),
  changed_by: z.string(),
  people: z.int(),
  rev: z.int(),
});
export type SavedView = z.output<typeof savedView>;

export const listSavedViews = endpoint({
  name: "listSavedViews",
  summary:
    "The caller's saved views of the stations list, then those that others share with the caller's organization, by name.",
  method: "GET",
  path: "/api/saved-views",
  access: "user",
  keyScope: null,
  topics: ["saved_views"],
  replies: { 200: z.array(savedView) },
});
