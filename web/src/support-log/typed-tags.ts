import { readTags, type SupportLogTag } from "@groundcrew/shared/support-log";

/** Tags offered at once while typing. */
const OFFERED = 12;

/** A tag offered while typing, and whether the text has it already. */
export type OfferedTag = { tag: SupportLogTag; isTyped: boolean };

/** The tags to offer for a text: while a word is being typed, those with a name or alias that begins with it. */
export function offeredTags(text: string, defined: readonly SupportLogTag[]): OfferedTag[] {
  const { tags: typed, unknown } = readTags(text, defined);
  const last = lastWord(text);
  const started = unknown.includes(last) ? last.toLowerCase() : "";
  const begins = (name: string) => name.toLowerCase().startsWith(started);
  return defined
    .filter(({ canonical_id, name, aliases }) => canonical_id === null && (begins(name) || aliases.some(begins)))
    .slice(0, OFFERED)
    .map((tag) => ({ tag, isTyped: typed.includes(tag) }));
}

/** The text after someone presses an offered tag: without it, or with it in place of the word that was begun. */
export function afterPress(text: string, { tag, isTyped }: OfferedTag, defined: readonly SupportLogTag[]): string {
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  if (isTyped) return joined(words.filter((word) => !readTags(word, defined).tags.includes(tag)));
  const isBegun = readTags(text, defined).unknown.includes(lastWord(text));
  return joined([...(isBegun ? words.slice(0, -1) : words), tag.name]);
}

function joined(words: readonly string[]): string {
  return words.length === 0 ? "" : `${words.join(" ")} `;
}

/** The word at the end of a text; empty after a separator. */
function lastWord(text: string): string {
  return text.split(/[\s,]/).at(-1) ?? "";
}
