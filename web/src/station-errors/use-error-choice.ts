import { useState } from "react";
import { PAGE_SIZES, pageCount, pageOf } from "@groundcrew/shared/lib";
import { emptySelection, pressAll, pressRow, type StationError } from "@groundcrew/shared/station-errors";

export type ErrorChoice = ReturnType<typeof useErrorChoice>;

/** Which of some errors someone has chosen, and which page of them is shown. `rows` are all of them, in their order. */
export function useErrorChoice(rows: readonly StationError[]) {
  const [selection, setSelection] = useState(emptySelection);
  const [page, setPage] = useState(1);
  const pages = pageCount(rows.length, PAGE_SIZES.triage);
  const nearest = Math.min(page, pages);
  // What was chosen may be resolved meanwhile, by this person or another.
  const ids = rows.filter(({ id, time_handled }) => time_handled === null && selection.ids.has(id)).map(({ id }) => id);
  return {
    /** How many there are to choose from. */
    count: rows.filter(({ time_handled }) => time_handled === null).length,
    ids,
    isChosen: (id: number) => selection.ids.has(id),
    shown: pageOf(rows, nearest, PAGE_SIZES.triage),
    page: nearest,
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
