import { compareText, ownValue } from "../lib/index.ts";
import { isField, isMultiline } from "./entry.ts";
import type { SavedEntry } from "./saved-entry.ts";

/** A column of the Hardware Variation or Replaceables table: a checkbox, a line, or text with several lines. */
export type SsotField = { name: string; label: string; kind: "flag" | "line" | "text" };

/** Fields that every SSoT entry has, before and after those of its station type. */
const COMMON_FIELDS = {
  before: { production_run_version: "Hardware Version" },
  after: { address: "Address", notes: "Notes" },
} as const;

const COMMON_LABELS: Record<string, string> = { ...COMMON_FIELDS.before, ...COMMON_FIELDS.after };

/**
 * The columns of the Hardware Variation table (specification, section 2): the hardware version, the fields that the station type has labels
 * for, other fields of the entries, the address, the notes. A field without a label shows its name with spaces instead of underscores.
 */
export function ssotFields(labels: Readonly<Record<string, string>>, entries: readonly SavedEntry[]): SsotField[] {
  const middle = namesOf(labels, entries).filter((name) => !Object.hasOwn(COMMON_LABELS, name));
  const names = [...Object.keys(COMMON_FIELDS.before), ...middle, ...Object.keys(COMMON_FIELDS.after)];
  const texts = textFields(entries);
  return names.map((name) => ({ name, label: labelOf(name, labels), kind: kindOf(name, texts) }));
}

/**
 * The hardware version in an entry: the first number in its text, so 5 in `5` and `Rev 5 (2024)`, 5.2 in `v5.2`. Null without an entry or a
 * number.
 */
export function hardwareVersion(entry: Readonly<Record<string, unknown>> | null | undefined): number | null {
  const text = entry?.["production_run_version"];
  const number = typeof text === "string" ? /\d+(?:\.\d+)?/.exec(text)?.[0] : undefined;
  return number === undefined ? null : Number(number);
}

/** The columns of the Replaceables table: a flag for each field of the station type or of an entry. */
export function replaceablesFields(
  labels: Readonly<Record<string, string>>,
  entries: readonly SavedEntry[],
): SsotField[] {
  return namesOf(labels, entries).map((name) => ({ name, label: labelOf(name, labels), kind: "flag" }));
}

/** How many entries have each flag set, by field name, for the sum row. */
export function sumFlags(fields: readonly SsotField[], entries: readonly Readonly<Record<string, unknown>>[]) {
  return new Map(
    fields.map(({ name }) => [name, entries.filter((entry) => ownValue(entry, name) === true).length] as const),
  );
}

function namesOf(labels: Readonly<Record<string, string>>, entries: readonly SavedEntry[]): string[] {
  const used = new Set(entries.flatMap((entry) => Object.keys(entry)));
  const others = [...used].filter((name) => isField(name) && !Object.hasOwn(labels, name));
  return [...Object.keys(labels), ...others.sort(compareText)];
}

function labelOf(name: string, labels: Readonly<Record<string, string>>): string {
  return ownValue(labels, name) ?? ownValue(COMMON_LABELS, name) ?? name.replaceAll("_", " ");
}

function textFields(entries: readonly SavedEntry[]): Set<string> {
  const texts = entries.flatMap((entry) => Object.entries(entry).filter(([, value]) => typeof value === "string"));
  return new Set([...Object.keys(COMMON_LABELS), ...texts.map(([name]) => name)]);
}

function kindOf(name: string, texts: ReadonlySet<string>): SsotField["kind"] {
  if (isMultiline(name)) return "text";
  return texts.has(name) ? "line" : "flag";
}
