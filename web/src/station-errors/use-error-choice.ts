import { useState } from "react";
import { PAGE_SIZES, pageCount, pageOf } from "@groundcrew/shared/lib";
import { emptySelection, pressAll, pressRow, type StationError } from "@groundcrew/shared/station-errors";

export type ErrorChoice = ReturnType<typeof useErrorChoice>;

/** The selection in a list of errors, and the current page. `rows` are all errors in display order. */
export function useErrorChoice(rows: readonly StationError[]) {
  const [selection, setSelection] = useState(emptySelection);
  const [page, setPage] = useState(1);
  const pages = pageCount(rows.length, PAGE_SIZES.triage);
  const current = Math.min(page, pages);
  // Selected errors may have been resolved in the meantime, by this user or another.
  const ids = rows.filter(({ id, time_handled }) => time_handled === null && selection.ids.has(id)).map(({ id }) => id);
  return {
    /** The number of selectable errors. */
    count: rows.filter(({ time_handled }) => time_handled === null).length,
    ids,
    isSelected: (id: number) => selection.ids.has(id),
    visible: pageOf(rows, current, PAGE_SIZES.triage),
    page: current,
    pages,
    setPage,
    press: (pressed: { id: number; shift: boolean }) => setSelection((before) => pressRow(before, pressed, rows)),
    pressAll: () => setSelection((before) => pressAll(before, rows)),
    clear: () => setSelection(emptySelection),
    reset: () => {
      setSelection(emptySelection);
      setPage(1);
    },
  };
}
