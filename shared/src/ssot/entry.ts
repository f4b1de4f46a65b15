import { z } from "zod";
import { exactTextOf, ownValue } from "../lib/index.ts";
import type { FieldValue, SavedEntry } from "./saved-entry.ts";

/** A revision's own properties. No field has one of these names. */
const REVISION_KEYS: ReadonlySet<string> = new Set(["created", "author"]);

/** Whether a key of a revision is one of its fields. */
export function isField(key: string): boolean {
  return !REVISION_KEYS.has(key);
}

/** Who saved a revision; null when unknown. */
export function authorOf(entry: SavedEntry | null): string | null {
  const author = entry === null ? undefined : ownValue<FieldValue>(entry, "author");
  return typeof author === "string" ? author : null;
}

/** The only field that may have several lines. */
const MULTILINE_FIELD = "notes";

/** Whether a text field may have line breaks. */
export function isMultiline(field: string): boolean {
  return field === MULTILINE_FIELD;
}

/** A field's value as it is stored: in all texts except the notes, a line break and the spaces around it become one space. */
export function cleanValue(field: string, value: FieldValue): FieldValue {
  return typeof value === "string" && !isMultiline(field) ? onOneLine(value) : value;
}

/** Takes the lines apart: a search for spaces before a line break takes the square of their number. */
function onOneLine(text: string): string {
  const lines = text.split(/[\r\n]/);
  const [first = "", last = ""] = [lines.shift(), lines.pop()];
  if (last === "" && !/[\r\n]/.test(text)) return text;
  const middle = lines.map((line) => line.trim()).filter((line) => line !== "");
  return [first.trimEnd(), ...middle, last.trimStart()].join(" ");
}

const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "A field's name has lower-case letters, digits and _.");
const FIELDS_MAX = 200;

/** The text of a field, before it is cleaned. */
export const fieldText = exactTextOf(5_000);

/** The body that saves an SSoT entry: all its fields. `created` and `author` are ignored. */
export const ssotBody = bodyOf(z.union([z.boolean(), fieldText], "Give text, true or false."));

/** The body that saves replaceables: all flags. `created` and `author` are ignored. */
export const replaceablesBody = bodyOf(z.boolean("Give true or false."));

function bodyOf<V extends z.ZodType<FieldValue>>(valueSchema: V) {
  return z
    .record(z.string(), z.unknown())
    .transform((fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name))))
    .pipe(z.record(fieldName, valueSchema))
    .refine((fields) => Object.keys(fields).length <= FIELDS_MAX, `Use at most ${FIELDS_MAX} fields.`)
    .transform((fields) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(name, value)])),
    );
}
