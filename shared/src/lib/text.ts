import { z } from "zod";

/** Text of at most `max` characters that can be stored, unchanged. */
export function exactTextOf(max: number) {
  return z.string().max(max, tooLong(max)).refine(isStorable, UNSTORABLE);
}

/**
 * The beginning of a text, with at most `max` UTF-16 units. Never cuts what people see as one character: a letter and its accents, an emoji
 * of several parts, a flag.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  // A cut between two simple letters is never inside of a character.
  if (isSimple(text.charCodeAt(max - 1)) && isSimple(text.charCodeAt(max))) return text.slice(0, max);
  const from = Math.max(0, max - CLUSTER_MAX);
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  const starts = [...graphemes.segment(text.slice(from, max + CLUSTER_MAX))].map(({ index }) => from + index);
  const end = starts.findLast((start) => start <= max) ?? from;
  // A longer one is cut between code points.
  return end > from ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}

/** The longest character (in UTF-16 units) that is kept whole: a family of four with skin tones has 29. */
const CLUSTER_MAX = 64;

function isSimple(unit: number): boolean {
  return unit >= 0x20 && unit < 0x7f;
}

/** Letters without a decomposition, and the letters that people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { æ: "ae", œ: "oe", ø: "o", ß: "ss", ł: "l", đ: "d", ı: "i" };

/** Text for search comparisons: in lower case and without accents. */
export function foldText(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  return plain.replace(/[æœøßłđı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** An email address as it is stored and compared: trimmed and in lower case. */
export const emailAddress = z
  .string("Enter an email address.")
  .trim()
  .toLowerCase()
  .max(254, tooLong(254))
  .pipe(z.email("Enter a valid email address."));

/** The problem of a text that cannot be stored. */
export const UNSTORABLE = "Leave out characters that cannot be stored.";

/** Whether PostgreSQL can store a text: it cannot store NUL characters or unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A text without what PostgreSQL cannot store. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll("\0", "").toWellFormed();
}

/** The problem of a text that is too long. */
export function tooLong(max: number): string {
  return `Use at most ${max} characters.`;
}
