import type { Content } from "@groundcrew/shared/contract";
import { triageCount } from "@groundcrew/shared/station-errors";
import {
  countReadiness,
  fleetStats,
  groupStations,
  type countListedStations,
  type ListedStation,
  type SortKey,
} from "@groundcrew/shared/stations";
import { turns } from "../../platform/lib/index.ts";
import type { Entry } from "../board/entry.ts";
import { STEP, type ListChoice, type Source } from "./kept-list.ts";
import { findListed, listedStation } from "./listed-station.ts";

export type Counts = Content<typeof countListedStations>;

/** The keys of a list's stations in order. */
type KeysOf = (choice: ListChoice) => Promise<readonly SortKey[]>;

/** Counts a list on all its pages. */
export async function countList(source: Source, choice: ListChoice, keysOf: KeysOf): Promise<Counts> {
  const { board, brand } = source;
  const { view, settings } = choice;
  const { time, group, ready } = settings;
  const stations = await stationsOf(source, view, await keysOf(choice));
  const whateverReady: ListChoice = { view, settings: { ...settings, ready: [] } };
  const all = ready.length === 0 ? stations : await stationsOf(source, view, await keysOf(whateverReady));
  const visible = board.list(view).map(({ entry }) => triaged(entry));
  const context = { window: time, now: board.now() };
  return {
    visible: visible.length,
    triage: triageCount(visible, brand),
    stats: fleetStats(stations, context),
    readiness: countReadiness(all),
    groups: groupStations(stations, group).map(({ key, label, stations: some }) => ({
      key,
      label,
      not_ready: countReadiness(some).not_ready,
      stats: fleetStats(some, context),
    })),
  };
}

/** Stations by their keys, in the same order. */
export async function stationsOf(
  { board }: Source,
  view: ListChoice["view"],
  keys: readonly SortKey[],
): Promise<ListedStation[]> {
  const stations: ListedStation[] = [];
  const nextTurn = turns();
  for (const [index, { name }] of keys.entries()) {
    if (index % STEP === 0) await nextTurn();
    const entry = findListed(board, name, view);
    if (entry) stations.push(listedStation(entry, view.admin));
  }
  return stations;
}

/** A station as it counts in triage. */
function triaged({ facts: { actual, organization_name, retired }, errors }: Entry) {
  return { actual, organization_name, retired, support_metrics: errors };
}
