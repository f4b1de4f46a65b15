import { defaultBrand } from "@groundcrew/shared/brand";
import {
  compileFilters,
  compilePlaces,
  compileSearch,
  groupStations,
  haystackOf,
  listStationPage,
  sortStations,
  typedSearch,
  withReadiness,
  type ListSettings,
  type Station,
} from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import type { Board, View } from "../src/stations/index.ts";
import { rowOf } from "../src/stations/board/entry.ts";
import type { listPages } from "../src/stations/pages/list-pages.ts";
import { anyChange } from "./random-fleet.ts";

export const NAMES = Array.from({ length: 12 }, (_, number) => `gc-${number}`);
export const PARTS = { support_metrics: true, telemetry: true, config: true, ssot: false, replaceables: false };
export const stationPage = listStationPage.replies[200];

export const views = fc.constantFrom<View[]>(
  { orgId: null, admin: true },
  { orgId: null, admin: false },
  { orgId: 1, admin: false },
);
export const someChanges = fc.array(fc.tuple(fc.constantFrom(...NAMES), anyChange), { minLength: 5, maxLength: 40 });

/** A caller's whole list as the console shows it: its stations as the server sends them, sorted, filtered, searched and grouped there. */
export function wholeList(board: Board, view: View, chosen: ListSettings) {
  const context = { now: board.now(), brand: defaultBrand };
  const rows = board.list({ ...view, withRetired: chosen.filters.retired });
  const received = rows.map(({ entry }): Station => JSON.parse(rowOf(entry, PARTS, view.admin)));
  const isFound = compileSearch(typedSearch(chosen.q));
  const matching = sortStations(received, { ...chosen, now: context.now })
    .filter(compileFilters(chosen, context))
    .filter((station) => typedSearch(chosen.q) === "" || isFound(haystackOf(station)))
    .filter(compilePlaces(chosen));
  const listed = withReadiness(matching, chosen.ready);
  return { received, matching, listed, groups: groupStations(listed, chosen.group) };
}

type Paged = { pages: ReturnType<typeof listPages>; view: View; chosen: ListSettings; limit: number };

/** The names on all pages. Calls `between` after each page. */
export async function joined({ pages, view, chosen, limit }: Paged, between = () => {}): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
    const { stations, next } = stationPage.parse(
      JSON.parse(await pages.page(choice, { limit, after, options: PARTS })),
    );
    names.push(...stations.map(({ name }) => name));
    after = next ?? undefined;
    between();
  } while (after !== undefined);
  return names;
}
