import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Box } from "@groundcrew/shared/stations";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readCursor, writeCursor } from "../../platform/lib/index.ts";
import type { RowOptions } from "../board/row-text.ts";
import { listKey, type View } from "../board/view.ts";
import { bestFound, namedStations } from "./found-stations.ts";
import { groupsIn } from "./key-order.ts";
import { KeptList, type ListChoice, type Source } from "./kept-list.ts";
import { pageKeys } from "./page-keys.ts";
import { ListTally, type Counts } from "./list-tally.ts";
import { findListed } from "./listed-station.ts";
import { itemsOnMap, keysWithin, mapList, type ListMap } from "./map-list.ts";
import { pageJson } from "./page-json.ts";
import { ViewTally } from "./view-tally.ts";

/** How many lists are kept, which note each change of the board, and how many stations these may have together. Those that were requested last stay. */
const KEPT_LISTS = 64;
const KEPT_STATIONS = 1_000_000;
/** How long a list is kept after it was asked for (ms). */
const KEPT_MS = 2 * MINUTE_MS;
/** How old counts and the map may be (ms). */
const COUNTED_MS = SECOND_MS;
const MAPPED_MS = 10 * SECOND_MS;

/** Something that is made of a list, and when (ms). */
type Made<T> = { at: number; value: Promise<T> } | null;

type Kept = {
  list: KeptList;
  /** Null until its counts are requested. */
  tally: ListTally | null;
  counts: Made<Counts>;
  map: Made<ListMap>;
};

/** Begins after the key `after`, or else at the position `from`; with `within`, of the stations in an area of the map alone. */
type PageRequest = {
  limit: number;
  after?: string | undefined;
  from?: number | undefined;
  within?: Box | undefined;
  options: RowOptions;
};

/** Stations with some names, or else those that the search finds best. */
type FewRequest = Pick<PageRequest, "limit" | "options"> & { names?: readonly string[] | undefined };

/** The values of a key and its name. */
const cursor = z.tuple([z.array(z.union([z.string(), z.number(), z.null()])), z.string()]);

type KeepOptions<Choice, T> = {
  keyOf: (choice: Choice) => string;
  make: (choice: Choice) => T;
  /** How many stations it could have. */
  stationsOf: (choice: Choice) => number;
  stop: (value: T) => void;
};

/** Makes what is made of lists, and keeps it while it is asked for. */
function keeper<Choice, T>({ keyOf, make, stationsOf, stop }: KeepOptions<Choice, T>): (choice: Choice) => T {
  type Entry = { value: T; stations: number; timer: NodeJS.Timeout };
  const kept = new LRUCache<string, Entry>({
    max: KEPT_LISTS,
    maxSize: KEPT_STATIONS,
    sizeCalculation: ({ stations }) => Math.min(KEPT_STATIONS, stations + 1),
    dispose: ({ value, timer }) => {
      clearTimeout(timer);
      stop(value);
    },
  });

  return (choice) => {
    const key = keyOf(choice);
    const known = kept.get(key);
    known?.timer.refresh();
    if (known) return known.value;
    const timer = setTimeout(() => kept.delete(key), KEPT_MS).unref();
    const value = make(choice);
    kept.set(key, { value, stations: stationsOf(choice), timer });
    return value;
  };
}

/** Opens lists. */
function keptLists(source: Source) {
  return keeper<ListChoice, Kept>({
    keyOf: ({ view, settings }) => `${listKey(view)} ${JSON.stringify(settings)}`,
    make: (choice) => ({ list: new KeptList(source, choice), tally: null, counts: null, map: null }),
    stationsOf: ({ view }) => source.board.list(view).length,
    stop: ({ list, tally }) => {
      list.stop();
      tally?.stop();
    },
  });
}

/** Opens what is counted of all stations of a view. */
function viewTallies(source: Source) {
  return keeper<View, ViewTally>({
    keyOf: listKey,
    make: (view) => new ViewTally(source, view),
    stationsOf: (view) => source.board.list(view).length,
    stop: (tally) => tally.stop(),
  });
}

/** Lists in pages. */
export function listPages(source: Source) {
  const { board } = source;
  const open = keptLists(source);
  const openView = viewTallies(source);

  /** The JSON of a page. */
  async function page(choice: ListChoice, request: PageRequest): Promise<string> {
    const { limit, from = 0, within, options } = request;
    const { view, settings } = choice;
    const shown = within && (await mapOf(source, open(choice), choice));
    const all = await open(choice).list.keys();
    const ordered = within && shown ? keysWithin(all, shown, within) : all;
    const { keys } = ordered;
    const place = readCursor(request.after, cursor);
    const after = place ? { values: place[0], name: place[1] } : null;
    const { start, some } = pageKeys(ordered, settings, { after, from, limit });
    const entries = some.flatMap(({ name }) => findListed(board, name, view) ?? []);
    const last = some.at(-1);
    const next = last && start + limit < keys.length ? writeCursor([last.values, last.name]) : null;
    const groups = groupsIn(keys, settings);
    return pageJson({ entries, next, total: keys.length, from: start, groups }, view, options);
  }

  /** The JSON of a page of a list whose order is not kept. */
  async function few(choice: ListChoice, { names, options, limit }: FewRequest): Promise<string> {
    const found = names ? namedStations(source, choice, names) : await bestFound(source, choice, limit);
    return pageJson({ ...found, next: null, from: 0, groups: null }, choice.view, options);
  }

  /** The counts of a list on all its pages; some seconds old at most. */
  function counts(choice: ListChoice): Promise<Counts> {
    const opened = open(choice);
    const now = board.now();
    if (!opened.counts || now - opened.counts.at >= COUNTED_MS) opened.counts = { at: now, value: countedNow(choice) };
    return opened.counts.value;
  }

  async function countedNow(choice: ListChoice): Promise<Counts> {
    const { view, settings } = choice;
    const counted = await tallyOf(choice).counts();
    const whateverReady = { view, settings: { ...settings, ready: [] } };
    const { stats, readiness } = settings.ready.length === 0 ? counted : await tallyOf(whateverReady).counts();
    // Last, so that a page that was requested with the counts of a new list waits for the order alone.
    const ofView = await openView(view).counts();
    return { ...ofView, ...counted, readiness, matching: stats.total };
  }

  function tallyOf(choice: ListChoice): ListTally {
    const opened = open(choice);
    opened.tally ??= new ListTally(source, choice, opened.list);
    return opened.tally;
  }

  async function map(choice: ListChoice, shown: { area: Box; zoom: number }) {
    return itemsOnMap(source, choice, { ...(await mapOf(source, open(choice), choice)), ...shown });
  }

  return { page, few, counts, map };
}

/** The stations of a list on the map; some seconds old at most. */
function mapOf(source: Source, opened: Kept, choice: ListChoice): Promise<ListMap> {
  const now = source.board.now();
  if (!opened.map || now - opened.map.at >= MAPPED_MS) {
    // A map that failed says nothing about the next one.
    const [ordered, before] = [opened.list.keys(), opened.map?.value.catch(() => undefined)];
    const value = (async () => mapList(source, choice, { ...(await ordered), before: await before }))();
    opened.map = { at: now, value };
  }
  return opened.map.value;
}
