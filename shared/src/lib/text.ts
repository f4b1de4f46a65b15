import { z } from "zod";

/** Text of at most `max` characters that can be stored, unchanged. */
export function exactTextOf(max: number) {
  return z.string().max(max, tooLong(max)).refine(isStorable, UNSTORABLE);
}

/**
 * Trimmed text of at most `max` characters that can be stored, without characters that change the text direction: they would also change
 * how the text around it is read. With `missing`, empty text is rejected with that sentence.
 */
export function textOf(max: number, missing?: string) {
  const text = z
    .string(missing)
    .trim()
    .max(max, tooLong(max))
    .refine(isStorable, UNSTORABLE)
    .regex(/^[^\u202A-\u202E\u2066-\u2069]*$/u, "Leave out characters that change the text direction.");
  return missing === undefined ? text : text.min(1, missing);
}

/** One line of text: like `textOf`, without line breaks and other control characters. */
export function lineOf(max: number, missing?: string) {
  return textOf(max, missing).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Write this on one line.");
}

/** Number of characters as people count them: a character outside the basic plane counts once. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
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

/** A web address. Only http and https are allowed, so that a link to it is safe to follow. */
export const webAddress = z
  .string()
  .trim()
  .max(500, tooLong(500))
  .regex(/^https?:\/\/\S+$/, "Enter an address that begins with http:// or https://.")
  .pipe(z.url({ protocol: /^https?$/, error: "Enter a complete address, such as http://10.0.0.5:8080." }));

/** A web address without a user name and password, so that it can be displayed to everyone. */
export const openAddress = webAddress.refine(
  (text) => !LOGIN.test(text),
  "Leave out the user name and password: everyone who sees the station sees this address.",
);

/** The same address without a user name and password. */
export function withoutLogin(address: string): string {
  return address.replace(LOGIN, "$1");
}

/** An email address as it is stored and compared: trimmed and in lower case. */
export const emailAddress = z
  .string("Enter an email address.")
  .trim()
  .toLowerCase()
  .max(254, tooLong(254))
  .pipe(z.email("Enter a valid email address."));

/** Optional form text: empty text becomes null. */
export function emptyAsNull<S extends z.ZodType<unknown, string>>(schema: S) {
  return z
    .string()
    .nullable()
    .transform((text) => (text === null || text.trim() === "" ? null : text))
    .pipe(schema.nullable());
}

const LOGIN = /^(\s*https?:[/\\]*)[^/\\?#]*@/i;
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

function tooLong(max: number): string {
  return `Use at most ${max} characters.`;
}
