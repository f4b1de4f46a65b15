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
export function draftToValues({ content, status, tags }: SupportLogDraft): EntryValues {
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

/** The maximum number of suggestions. */
const SUGGESTIONS_MAX = 12;

/** A suggested tag, and whether the text already contains it. */
type SuggestedTag = { tag: SupportLogTag; isTyped: boolean };

/** The suggested tags for a text: while a word is being typed, those with a name or alias that starts with it. */
export function suggestedTags(text: string, allTags: readonly SupportLogTag[]): SuggestedTag[] {
  const { tags: typed, unknown } = readTags(text, allTags);
  const last = lastWord(text);
  const started = unknown.includes(last) ? last.toLowerCase() : "";
  const matches = (name: string) => name.toLowerCase().startsWith(started);
  return allTags
    .filter(({ canonical_id, name, aliases }) => canonical_id === null && (matches(name) || aliases.some(matches)))
    .slice(0, SUGGESTIONS_MAX)
    .map((tag) => ({ tag, isTyped: typed.includes(tag) }));
}

/** The text after a press on a suggested tag: without it, or with it in place of the unfinished word. */
export function toggleTag(text: string, { tag, isTyped }: SuggestedTag, allTags: readonly SupportLogTag[]): string {
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  if (isTyped) return joinWords(words.filter((word) => !readTags(word, allTags).tags.includes(tag)));
  const isUnfinished = readTags(text, allTags).unknown.includes(lastWord(text));
  return joinWords([...(isUnfinished ? words.slice(0, -1) : words), tag.name]);
}

function joinWords(words: readonly string[]): string {
  return words.length === 0 ? "" : `${words.join(" ")} `;
}

/** The word at the end of a text; empty after a separator. */
function lastWord(text: string): string {
  return text.split(/[\s,]/).at(-1) ?? "";
}
