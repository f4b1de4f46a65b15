import { readTags, type SupportLogTag } from "@groundcrew/shared/support-log";

/** The maximum number of suggestions. */
const SUGGESTIONS_MAX = 12;

/** A suggested tag, and whether the text already contains it. */
export type SuggestedTag = { tag: SupportLogTag; isTyped: boolean };

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
