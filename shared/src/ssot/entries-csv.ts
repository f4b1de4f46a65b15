import { ownValue, toCsv } from "../lib/index.ts";
import type { FieldValue, SavedEntry } from "./saved-entry.ts";
import type { SsotField } from "./fields.ts";

/** A station with its newest entry, null without one. `id` is the one that people see. */
export type EntryRow = { id: string; serial_number: string; entry: SavedEntry | null };

/** The content of the file with a table of entries, which can be imported again. Flags are TRUE or FALSE. */
export function entriesCsv(fields: readonly SsotField[], rows: readonly EntryRow[]): string {
  const head = ["Dashboard ID", "Serial Number", ...fields.map(({ label }) => label)];
  const cells = rows.map(({ id, serial_number, entry }) => [
    id,
    serial_number,
    ...fields.map(({ name, kind }) => {
      const value = entry === null ? undefined : ownValue<FieldValue>(entry, name);
      return kind === "flag" ? String(value === true).toUpperCase() : value;
    }),
  ]);
  return toCsv(head, cells);
}
