import { z } from "zod";
import { exactTextOf, ownValue, timestamp } from "../lib/index.ts";

/** What a field holds: a flag, or text. */
export const fieldValue = z.union([z.boolean(), z.string()]);
export type FieldValue = z.output<typeof fieldValue>;

/** What a revision says about itself beside its fields. No field has one of these names. */
const OF_REVISION: ReadonlySet<string> = new Set(["created", "author"]);

/** Whether a key of a revision is one of its fields. */
export function isField(key: string): boolean {
  return !OF_REVISION.has(key);
}

/**
 * A saved revision of a station's SSoT entry or of its replaceables (specification, section 3): free fields beside
 * `created`, which grows strictly with each revision of a station and serves as its mark. Replaceables hold flags only.
 * Of what is saved already, admins also get the `author`: the name of the user who saved it, or their e-mail address.
 */
export const savedEntry = z.object({ created: timestamp }).catchall(fieldValue);
export type SavedEntry = z.output<typeof savedEntry>;

/** Who saved a revision, as far as that is known. */
export function authorOf(saved: SavedEntry | null): string | null {
  const author = saved === null ? undefined : ownValue<FieldValue>(saved, "author");
  return typeof author === "string" ? author : null;
}

/** The one field that may have several lines. */
const MULTILINE_FIELD = "notes";

/** Whether a text field may have line breaks. */
export function isMultiline(field: string): boolean {
  return field === MULTILINE_FIELD;
}

/** A field's value as it is kept: in every text but the notes, a line break and the spaces around it become one space. */
export function cleanValue(field: string, value: FieldValue): FieldValue {
  return typeof value === "string" && !isMultiline(field) ? value.replaceAll(/[^\S\r\n]*[\r\n]\s*/g, " ") : value;
}

const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "A field's name has lower-case letters, digits and _.");
const FIELDS_MAX = 200;

/** The body that saves an SSoT entry: all its fields. A `created` or `author` sent along is ignored. */
export const ssotBody = bodyOf(z.union([z.boolean(), exactTextOf(5_000)], "Give text, true or false."));

/** The body that saves replaceables: all flags. A `created` or `author` sent along is ignored. */
export const replaceablesBody = bodyOf(z.boolean("Give true or false."));

function bodyOf<V extends z.ZodType<FieldValue>>(value: V) {
  return z
    .record(z.string(), z.unknown())
    .transform((fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name))))
    .pipe(z.record(fieldName, value))
    .refine((fields) => Object.keys(fields).length <= FIELDS_MAX, `Use at most ${FIELDS_MAX} fields.`)
    .transform((fields) =>
      Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, cleanValue(name, of)])),
    );
}
