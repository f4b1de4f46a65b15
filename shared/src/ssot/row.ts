import { ownValue } from "../lib/index.ts";
import { cleanValue, isField } from "./entry.ts";
import type { FieldValue, SavedEntry } from "./saved-entry.ts";

/** A change to a field, and the saved value it was based on. */
type Edit = { value: FieldValue; from: FieldValue | undefined };

/**
 * A row being edited: the latest known revision, the unsaved changes, and whether there is a newer revision than the one they were based
 * on. Missing, empty and false count as equal.
 */
export type SsotRow = {
  readonly saved: SavedEntry | null;
  readonly edits: Readonly<Record<string, Edit>>;
  readonly hasNewChanges: boolean;
};

/** How a row looks (specification, section 4, "SSoT / replaceables row"). */
export type RowState = "unchanged" | "edited" | "outdated";

/** A row without edits; `saved` is null for a station without an entry. */
export function newRow(saved: SavedEntry | null): SsotRow {
  return { saved, edits: {}, hasNewChanges: false };
}

/** The state of a row. Only a row with edits can be outdated: without edits there is no conflict to resolve. */
export function rowState({ edits, hasNewChanges }: SsotRow): RowState {
  if (Object.keys(edits).length === 0) return "unchanged";
  return hasNewChanges ? "outdated" : "edited";
}

/** The value that a field shows: the edit, else the saved value; undefined when there is neither. */
export function shownValue(row: SsotRow, field: string): FieldValue | undefined {
  return ownValue(row.edits, field)?.value ?? savedValue(row.saved, field);
}

/** Whether a field differs from the latest revision. */
export function isModified(row: SsotRow, field: string): boolean {
  return Object.hasOwn(row.edits, field);
}

/** Whether someone else changed a field to a different value after it was edited here. */
export function isConflict(row: SsotRow, field: string): boolean {
  const edit = ownValue(row.edits, field);
  return edit !== undefined && !isSame(savedValue(row.saved, field), edit.from);
}

/** Edits a field. Setting it back to the saved value removes the edit. */
export function editField(row: SsotRow, field: string, value: FieldValue): SsotRow {
  const cleaned = cleanValue(field, value);
  // `from` is undefined for a field that had no value, and stays undefined so that a conflict remains one.
  const earlier = ownValue(row.edits, field);
  const from = earlier === undefined ? savedValue(row.saved, field) : earlier.from;
  return withEdits(row, { ...row.edits, [field]: { value: cleaned, from } });
}

/** Discards the edit of a field, which then shows the saved value; in a conflict that is someone else's. */
export function revertField(row: SsotRow, field: string): SsotRow {
  return withEdits(row, Object.fromEntries(Object.entries(row.edits).filter(([name]) => name !== field)));
}

/**
 * Applies the latest revision after a refresh. Fields without an edit show it; edits stay unless they are equal to it. A revision older
 * than the known one changes nothing.
 */
export function refreshRow(row: SsotRow, latest: SavedEntry | null): SsotRow {
  if (latest === null || (row.saved !== null && latest.created <= row.saved.created)) return row;
  return withEdits({ ...row, saved: latest, hasNewChanges: true }, row.edits);
}

/** Marks that the server refused a save because there is a newer revision. */
export function refuseRow(row: SsotRow): SsotRow {
  return withEdits({ ...row, hasNewChanges: true }, row.edits);
}

/** Applies the revision that a save created. Edits made during the save become edits of that revision. */
export function acceptSave(row: SsotRow, saved: SavedEntry): SsotRow {
  const edits = Object.entries(row.edits).map(
    ([field, { value }]) => [field, { value, from: savedValue(saved, field) }] as const,
  );
  return withEdits({ ...row, saved, hasNewChanges: false }, Object.fromEntries(edits));
}

/** The body of a save: the fields of the latest revision, with the edits applied. */
export function entryToSave(row: SsotRow): Record<string, FieldValue> {
  const fields = Object.entries(row.saved ?? {}).filter(([field]) => isField(field));
  const edits = Object.entries(row.edits).map(([field, { value }]) => [field, value] as const);
  return Object.fromEntries([...fields, ...edits]);
}

/** The question to confirm before unsaved changes are lost. */
export function unsavedQuestion(table: "ssot" | "replaceables", station: string): string {
  const kind = table === "ssot" ? "SSoT data" : "replaceables data";
  return `Changes to ${kind} for station ${station} haven't been saved`;
}

function savedValue(saved: SavedEntry | null, field: string): FieldValue | undefined {
  return saved === null ? undefined : ownValue<FieldValue>(saved, field);
}

function withEdits(row: SsotRow, edits: Readonly<Record<string, Edit>>): SsotRow {
  const remaining = Object.entries(edits).filter(([field, { value }]) => !isSame(value, savedValue(row.saved, field)));
  return { ...row, edits: Object.fromEntries(remaining), hasNewChanges: row.hasNewChanges && remaining.length > 0 };
}

function isSame(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return (a || false) === (b || false);
}
