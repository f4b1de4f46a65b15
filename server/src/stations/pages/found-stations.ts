import { bestStations, compileView, sortRows, typedSearch, viewColumns } from "@groundcrew/shared/stations";
import { turns } from "../../platform/lib/index.ts";
import { haystackIn, type Entry } from "../board/entry.ts";
import { STEP, type ListChoice, type Source } from "./kept-list.ts";
import { findListed, listedStation } from "./listed-station.ts";

/*
 * Stations of a list that somebody looks for once, such as after each letter that is typed. The order of the list is not kept: that costs more than looking at
 * every station, and each list that is kept notes all changes of the board.
 */

/** The stations of a list that have some names, in its order. */
export function namedStations(source: Source, choice: ListChoice, names: readonly string[]): readonly Entry[] {
  const { board, brand } = source;
  const { view, settings } = choice;
  const now = board.now();
  const isShown = compileView(settings, { now, brand });
  const found = [...new Set(names)].flatMap((name) => {
    const entry = findListed(board, name, view);
    return entry && isShown(listedStation(entry, view.admin), () => haystackIn(entry)) ? entry : [];
  });
  const columns = viewColumns(settings, now).map((column) => ({
    ...column,
    value: (entry: Entry) => column.value(listedStation(entry, view.admin)),
  }));
  return sortRows(found, columns, settings.sortInvert);
}

/** The stations that match the search of a list best, and how many do. */
export async function bestFound({ board, brand }: Source, { view, settings }: ListChoice, count: number) {
  const isShown = compileView(settings, { now: board.now(), brand });
  const found: Entry[] = [];
  const nextTurn = turns();
  for (const [index, { entry }] of board.list(view).entries()) {
    if (index % STEP === 0) await nextTurn();
    if (isShown(listedStation(entry, view.admin), () => haystackIn(entry))) found.push(entry);
  }
  const query = typedSearch(settings.q);
  const entries = bestStations(found, { query, textOf: (entry) => haystackIn(entry).rest, count });
  return { entries, total: found.length };
}
