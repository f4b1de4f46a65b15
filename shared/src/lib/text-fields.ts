import { z } from "zod";
import { isStorable, tooLong, UNSTORABLE } from "./text.ts";

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

/** Optional form text: empty text becomes null. */
export function emptyAsNull<S extends z.ZodType<unknown, string>>(schema: S) {
  return z
    .string()
    .nullable()
    .transform((text) => (text === null || text.trim() === "" ? null : text))
    .pipe(schema.nullable());
}

const LOGIN = /^(\s*https?:[/\\]*)[^/\\?#]*@/i;
