import { ownValue } from "../lib/index.ts";
import { cleanValue, isField, type FieldValue, type SavedEntry } from "./entry.ts";

/** A change someone made to a field, and the saved value it was made from. */
type Edit = { value: FieldValue; from: FieldValue | undefined };

/**
 * A row that someone edits: the latest revision known, the changes not saved yet, and whether there is a newer revision
 * than the one they were made from. Missing, empty and false are one value.
 */
export type SsotRow = {
  readonly saved: SavedEntry | null;
  readonly edits: Readonly<Record<string, Edit>>;
  readonly hasNewChanges: boolean;
};

/** How a row looks (specification, section 4, "SSoT / replaceables row"). */
export type RowState = "unchanged" | "edited" | "outdated";

/** An untouched row; null for a station without an entry. */
export function newRow(saved: SavedEntry | null): SsotRow {
  return { saved, edits: {}, hasNewChanges: false };
}

/** What the row is in. Only a row with edits is outdated: without them there is nothing to decide. */
export function rowState({ edits, hasNewChanges }: SsotRow): RowState {
  if (Object.keys(edits).length === 0) return "unchanged";
  return hasNewChanges ? "outdated" : "edited";
}

/** The value a field shows: the edit, or else what is saved; undefined when there is neither. */
export function shownValue(row: SsotRow, field: string): FieldValue | undefined {
  return ownValue(row.edits, field)?.value ?? savedValue(row.saved, field);
}

/** Whether a field differs from the latest revision. */
export function isModified(row: SsotRow, field: string): boolean {
  return Object.hasOwn(row.edits, field);
}

/** Whether someone else changed a field to something else since it was edited here. */
export function isConflict(row: SsotRow, field: string): boolean {
  const edit = ownValue(row.edits, field);
  return edit !== undefined && !isSame(savedValue(row.saved, field), edit.from);
}

/** Changes a field; back to the saved value is no change. */
export function editField(row: SsotRow, field: string, value: FieldValue): SsotRow {
  const cleaned = cleanValue(field, value);
  // An edit made when the field was missing has no earlier value, and must keep that to stay a conflict.
  const earlier = ownValue(row.edits, field);
  const from = earlier === undefined ? savedValue(row.saved, field) : earlier.from;
  return withEdits(row, { ...row.edits, [field]: { value: cleaned, from } });
}

/** Gives up the change of a field, which then shows the saved value: someone else's, where there was a conflict. */
export function revertField(row: SsotRow, field: string): SsotRow {
  return withEdits(row, Object.fromEntries(Object.entries(row.edits).filter(([name]) => name !== field)));
}

/**
 * Takes in the latest revision after a refresh. Fields not edited show it; edits stay, unless it says the same. A
 * revision older than the one known changes nothing.
 */
export function refreshRow(row: SsotRow, latest: SavedEntry | null): SsotRow {
  if (latest === null || (row.saved !== null && latest.created <= row.saved.created)) return row;
  return withEdits({ ...row, saved: latest, hasNewChanges: true }, row.edits);
}

/** Notes that the server refused a save because there is a newer revision. */
export function refuseRow(row: SsotRow): SsotRow {
  return withEdits({ ...row, hasNewChanges: true }, row.edits);
}

/** Takes in the revision that a save made. What was edited while it was under way stays an edit of that revision. */
export function acceptSave(row: SsotRow, saved: SavedEntry): SsotRow {
  const edits = Object.entries(row.edits).map(
    ([field, { value }]) => [field, { value, from: savedValue(saved, field) }] as const,
  );
  return withEdits({ ...row, saved, hasNewChanges: false }, Object.fromEntries(edits));
}

/** Everything a save sends: the latest revision's fields with the edits in their place. */
export function entryToSave(row: SsotRow): Record<string, FieldValue> {
  const fields = Object.entries(row.saved ?? {}).filter(([field]) => isField(field));
  const edits = Object.entries(row.edits).map(([field, { value }]) => [field, value] as const);
  return Object.fromEntries([...fields, ...edits]);
}

/** What the browser asks before someone leaves unsaved changes behind. */
export function unsavedQuestion(table: "ssot" | "replaceables", station: string): string {
  const what = table === "ssot" ? "SSoT data" : "replaceables data";
  return `Changes to ${what} for station ${station} haven't been saved`;
}

function savedValue(saved: SavedEntry | null, field: string): FieldValue | undefined {
  return saved === null ? undefined : ownValue<FieldValue>(saved, field);
}

function withEdits(row: SsotRow, edits: Readonly<Record<string, Edit>>): SsotRow {
  const left = Object.entries(edits).filter(([field, { value }]) => !isSame(value, savedValue(row.saved, field)));
  return { ...row, edits: Object.fromEntries(left), hasNewChanges: row.hasNewChanges && left.length > 0 };
}

function isSame(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return (a || false) === (b || false);
}
