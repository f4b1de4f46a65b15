import { compareText, ownValue } from "../lib/index.ts";
import { isField, isMultiline, type SavedEntry } from "./entry.ts";

/** A column of the Hardware Variation or Replaceables table: a checkbox, a line, or a text of several lines. */
export type SsotField = { name: string; label: string; kind: "flag" | "line" | "text" };

/** Fields every SSoT entry has, around those of its station type. */
const KNOWN = {
  before: { production_run_version: "Hardware Version" },
  after: { address: "Address", notes: "Notes" },
} as const;

const KNOWN_LABELS: Record<string, string> = { ...KNOWN.before, ...KNOWN.after };

/**
 * The columns of the Hardware Variation table (specification, section 2): the hardware version, the fields the station
 * type has labels for, any others that entries hold, the address, the notes. A field without a label shows its name
 * with blanks for underscores.
 */
export function ssotFields(labels: Readonly<Record<string, string>>, entries: readonly SavedEntry[]): SsotField[] {
  const middle = namesOf(labels, entries).filter((name) => !Object.hasOwn(KNOWN_LABELS, name));
  const names = [...Object.keys(KNOWN.before), ...middle, ...Object.keys(KNOWN.after)];
  const texts = textFields(entries);
  return names.map((name) => ({ name, label: labelOf(name, labels), kind: kindOf(name, texts) }));
}

/**
 * The hardware version an entry tells: the first number in its text (`5`, `v5.2`, `Rev 5 (2024)` are all 5 or more);
 * null without an entry or a number.
 */
export function hardwareVersion(entry: SavedEntry | null | undefined): number | null {
  const told = entry?.["production_run_version"];
  const number = typeof told === "string" ? /\d+(?:\.\d+)?/.exec(told)?.[0] : undefined;
  return number === undefined ? null : Number(number);
}

/** The columns of the Replaceables table: a flag for each field that the station type or an entry names. */
export function replaceablesFields(
  labels: Readonly<Record<string, string>>,
  entries: readonly SavedEntry[],
): SsotField[] {
  return namesOf(labels, entries).map((name) => ({ name, label: labelOf(name, labels), kind: "flag" }));
}

/** How many entries have each flag set, by field, for the sum row. */
export function sumFlags(fields: readonly SsotField[], entries: readonly Readonly<Record<string, unknown>>[]) {
  return new Map(
    fields.map(({ name }) => [name, entries.filter((entry) => ownValue(entry, name) === true).length] as const),
  );
}

function namesOf(labels: Readonly<Record<string, string>>, entries: readonly SavedEntry[]): string[] {
  const held = new Set(entries.flatMap((entry) => Object.keys(entry)));
  const others = [...held].filter((name) => isField(name) && !Object.hasOwn(labels, name));
  return [...Object.keys(labels), ...others.sort(compareText)];
}

function labelOf(name: string, labels: Readonly<Record<string, string>>): string {
  return ownValue(labels, name) ?? ownValue(KNOWN_LABELS, name) ?? name.replaceAll("_", " ");
}

function textFields(entries: readonly SavedEntry[]): Set<string> {
  const texts = entries.flatMap((entry) => Object.entries(entry).filter(([, value]) => typeof value === "string"));
  return new Set([...Object.keys(KNOWN_LABELS), ...texts.map(([name]) => name)]);
}

function kindOf(name: string, texts: ReadonlySet<string>): SsotField["kind"] {
  if (isMultiline(name)) return "text";
  return texts.has(name) ? "line" : "flag";
}
