import { z } from "zod";

/** Text that can be stored as it is: no NUL character and no half of a surrogate pair. Each use sets its own length. */
export const storableText = z
  .string()
  .refine((text) => !text.includes("\0") && text.isWellFormed(), "Leave out characters that cannot be stored.");

/** One line of text: surrounding blanks are dropped, line breaks and other control characters are refused. */
export const lineText = storableText.trim().regex(/^[^\p{Cc}]*$/u, "Write this on one line.");

/** Number of characters as people count them: a character outside the basic plane counts once. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** An address of the web. Anything but http and https is refused, so that a link made of it is safe to follow. */
export const webAddress = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/\S+$/, "Enter an address that begins with http:// or https://.")
  .pipe(z.url({ protocol: /^https?$/, error: "Enter a complete address, such as http://10.0.0.5:8080." }));

/** Form text that may be left empty: empty means none. */
export function emptyAsNull<S extends z.ZodType<unknown, string>>(schema: S) {
  return z
    .string()
    .nullable()
    .transform((text) => (text === null || text.trim() === "" ? null : text))
    .pipe(schema.nullable());
}
