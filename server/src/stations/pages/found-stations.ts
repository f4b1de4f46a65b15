import { bestStations, compileView, sortRows, typedSearch, viewColumns } from "@groundcrew/shared/stations";
import { turns } from "../../platform/lib/index.ts";
import { haystackIn, type Entry } from "../board/entry.ts";
import { STEP, type ListChoice, type Source } from "./kept-list.ts";
import { findListed, listedStation } from "./listed-station.ts";

/*
 * Stations of a list that somebody looks for once, such as after each letter that is typed. The order of the list is not kept: that costs more than looking at
 * every station, and each list that is kept notes all changes of the board.
 */

type Found = { entries: readonly Entry[]; total: number };

/** The stations of a list that have some names, in its order. */
export function namedStations(
  { board, brand }: Source,
  { view, settings }: ListChoice,
  names: readonly string[],
): Found {
  const now = board.now();
  const isShown = compileView(settings, { now, brand });
  const found = [...new Set(names)].flatMap((name) => {
    const entry = findListed(board, name, view);
    return entry && isShown(listedStation(entry, view.admin), () => haystackIn(entry)) ? entry : [];
  });
  const columns = viewColumns(settings, now).map(({ value, texts, isDescending }) => ({
    value: (entry: Entry) => value(listedStation(entry, view.admin)),
    texts,
    isDescending,
  }));
  return { entries: sortRows(found, columns, settings.sortInvert), total: found.length };
}

/** The stations that match the search of a list best, and how many do. */
export async function bestFound(
  { board, brand }: Source,
  { view, settings }: ListChoice,
  count: number,
): Promise<Found> {
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
