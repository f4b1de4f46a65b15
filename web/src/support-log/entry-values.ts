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

/** What someone enters to write an entry or reply; tags are one line of text. */
export type EntryValues = { content: string; status: SupportLogDraft["status"]; tags: string };

/** A form that shows a draft. */
export function valuesOf({ content, status, tags }: SupportLogDraft): EntryValues {
  return { content, status, tags: tags.join(" ") };
}

/** What is wrong with a filled form, or else the body to send. `attached` are ids of errors that go along. */
export function entrySchema(defined: readonly SupportLogTag[], attached: readonly number[]) {
  return z
    .object({ content: supportLogDraft.shape.content, status: z.enum(newEntryStatuses.entry), tags: z.string() })
    .superRefine(({ status, tags }, context) => {
      const problem = typedTagsProblem(status, tags, defined);
      if (problem !== null) context.addIssue({ code: "custom", path: ["tags"], message: problem });
    })
    .transform(({ content, status, tags }) =>
      draftToEntry({ ...newDraft(attached), content, status, tags: [tags] }, defined),
    );
}

/** What is wrong with tags as they were typed; a note has none, so nothing. */
function typedTagsProblem(
  status: SupportLogDraft["status"],
  text: string,
  defined: readonly SupportLogTag[],
): string | null {
  if (status === "note") return null;
  const { tags, unknown } = readTags(text, defined);
  if (unknown.length > 0) return `Unknown tags: ${unknown.join(", ")}`;
  return tagsProblem(status, tags);
}

/** Says how many errors were not attached to a new entry, since someone had resolved them meanwhile; null when all were. */
export function leftOutWords(asked: number, attached: number): string | null {
  const left = asked - attached;
  if (left <= 0) return null;
  return `${wholeNumber(left)} of ${countText(asked, "error")} had been resolved meanwhile and ${left === 1 ? "was" : "were"} not attached.`;
}
