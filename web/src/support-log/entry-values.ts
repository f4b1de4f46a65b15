import {
  draftToEntry,
  newDraft,
  newEntryStatuses,
  readTags,
  supportLogDraft,
  tagsProblem,
  type SupportLogDraft,
  type SupportLogTag,
} from "@groundcrew/shared/support-log";
import { z } from "zod";
import { countText, wholeNumber } from "../lib/index.ts";

/** The fields of an entry's form; tags are one line of text. */
export type EntryValues = { content: string; status: SupportLogDraft["status"]; tags: string };

/** The form values of a draft. */
export function valuesOf({ content, status, tags }: SupportLogDraft): EntryValues {
  return { content, status, tags: tags.join(" ") };
}

/** The schema that validates the form and converts it into the request body. `attached` are ids of errors to attach. */
export function entrySchema(allTags: readonly SupportLogTag[], attached: readonly number[]) {
  return z
    .object({ content: supportLogDraft.shape.content, status: z.enum(newEntryStatuses.entry), tags: z.string() })
    .superRefine(({ status, tags }, context) => {
      const problem = typedTagsProblem(status, tags, allTags);
      if (problem !== null) context.addIssue({ code: "custom", path: ["tags"], message: problem });
    })
    .transform(({ content, status, tags }) =>
      draftToEntry({ ...newDraft(attached), content, status, tags: [tags] }, allTags),
    );
}

/** The problem with the typed tags; null for a note, which has none. */
function typedTagsProblem(
  status: SupportLogDraft["status"],
  text: string,
  allTags: readonly SupportLogTag[],
): string | null {
  if (status === "note") return null;
  const { tags, unknown } = readTags(text, allTags);
  if (unknown.length > 0) return `Unknown tags: ${unknown.join(", ")}`;
  return tagsProblem(status, tags);
}

/** How many errors were not attached to a new entry because they were already resolved; null when all were attached. */
export function leftOutText(requested: number, attached: number): string | null {
  const skipped = requested - attached;
  if (skipped <= 0) return null;
  return `${wholeNumber(skipped)} of ${countText(requested, "error")} ${skipped === 1 ? "was" : "were"} already resolved and not attached.`;
}
