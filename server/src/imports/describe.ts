import type { CsvImport, ImportSummary } from "@groundcrew/shared/imports";
import { kinds } from "./kinds/index.ts";
import type { StoredImport } from "./queries.ts";

/** An import as it is listed. */
export function summaryOf(stored: StoredImport): ImportSummary {
  const { id, kind, station_type, file_name, counts } = stored;
  return { id, kind, station_type, file_name, counts, ...doneOf(stored) };
}

/** An import with its file, and how that is read. */
export function detailsOf(stored: StoredImport, undo_refusal: string | null): CsvImport {
  const { created, bytes, lines, encoding, delimiter, titles, examples, fields, columns } = stored;
  const file = { created, bytes, lines, encoding, delimiter, titles, examples, fields, columns };
  return { ...summaryOf(stored), ...file, ignored: [...kinds[stored.kind].ignored], undo_refusal };
}

/** When an import was applied and undone, and by whom. */
export function doneOf({ applied, applied_by, request_id, undone, undone_by }: StoredImport) {
  return {
    applied: applied === null ? null : { at: applied, by: applied_by ?? "", request_id: request_id ?? "" },
    undone: undone === null ? null : { at: undone, by: undone_by ?? "" },
  };
}
