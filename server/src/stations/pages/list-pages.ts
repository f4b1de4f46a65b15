import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Box } from "@groundcrew/shared/stations";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { readCursor, writeCursor } from "../../platform/lib/index.ts";
import { rowOf } from "../board/entry.ts";
import { ROW_SEPARATOR, type RowOptions } from "../board/row-text.ts";
import { listKey } from "../board/view.ts";
import { countList, type Counts } from "./count-list.ts";
import { positionAfter } from "./key-order.ts";
import { KeptList, type ListChoice, type Source } from "./kept-list.ts";
import { findListed } from "./listed-station.ts";
import { itemsOnMap, mapList, type ListMap } from "./map-list.ts";

/** How many lists are kept, which note each change of the board, and how many stations these may have together. Those that were requested last stay. */
const KEPT_LISTS = 64;
const KEPT_STATIONS = 1_000_000;
/** How long a list is kept after it was asked for (ms). */
const KEPT_MS = 2 * MINUTE_MS;
/** How old counts and the map may be (ms). */
const COUNTED_MS = 5 * SECOND_MS;
const MAPPED_MS = 10 * SECOND_MS;

/** Something that is made of a list, and when (ms). */
type Made<T> = { at: number; value: Promise<T> } | null;

type Kept = {
  list: KeptList;
  /** How many stations it could have. */
  stations: number;
  counts: Made<Counts>;
  map: Made<ListMap>;
  timer: NodeJS.Timeout;
};

type PageRequest = { limit: number; after?: string | undefined; options: RowOptions };

/** The values of a key and its name. */
const cursor = z.tuple([z.array(z.union([z.string(), z.number(), z.null()])), z.string()]);

/** Opens lists, and keeps them while they are asked for. */
function keptLists(source: Source): (choice: ListChoice) => Kept {
  const kept = new LRUCache<string, Kept>({
    max: KEPT_LISTS,
    maxSize: KEPT_STATIONS,
    sizeCalculation: ({ stations }) => Math.min(KEPT_STATIONS, stations + 1),
    dispose: ({ list, timer }) => {
      clearTimeout(timer);
      list.stop();
    },
  });

  return (choice) => {
    const { view, settings } = choice;
    const key = `${listKey(view)} ${JSON.stringify(settings)}`;
    const known = kept.get(key);
    known?.timer.refresh();
    if (known) return known;
    const list = new KeptList(source, choice);
    const timer = setTimeout(() => kept.delete(key), KEPT_MS).unref();
    const opened = { list, stations: source.board.list(view).length, counts: null, map: null, timer };
    kept.set(key, opened);
    return opened;
  };
}

/** Lists in pages. */
export function listPages(source: Source) {
  const { board } = source;
  const open = keptLists(source);

  /** The JSON of a page. */
  async function page(choice: ListChoice, { limit, after, options }: PageRequest): Promise<string> {
    const { view, settings } = choice;
    const keys = await open(choice).list.keys();
    const place = readCursor(after, cursor);
    const start = place ? positionAfter(keys, settings, { values: place[0], name: place[1] }) : 0;
    const some = keys.slice(start, start + limit);
    const rows = some.flatMap(({ name }) => {
      const entry = findListed(board, name, view);
      return entry ? rowOf(entry, options, view.admin) : [];
    });
    const last = some.at(-1);
    const next = last && start + limit < keys.length ? writeCursor([last.values, last.name]) : null;
    return `{"stations":[${rows.join(ROW_SEPARATOR)}],"next":${JSON.stringify(next)},"total":${keys.length}}`;
  }

  /** The counts of a list on all its pages; some seconds old at most. */
  function counts(choice: ListChoice): Promise<Counts> {
    const opened = open(choice);
    const now = board.now();
    if (!opened.counts || now - opened.counts.at >= COUNTED_MS) {
      opened.counts = { at: now, value: countList(source, choice, (other) => open(other).list.keys()) };
    }
    return opened.counts.value;
  }

  async function map(choice: ListChoice, shown: { area: Box; zoom: number }) {
    const opened = open(choice);
    const now = board.now();
    if (!opened.map || now - opened.map.at >= MAPPED_MS) {
      // A map that failed says nothing about the next one.
      const [keys, before] = [opened.list.keys(), opened.map?.value.catch(() => undefined)];
      const value = (async () => mapList(source, choice, { keys: await keys, before: await before }))();
      opened.map = { at: now, value };
    }
    return itemsOnMap(await opened.map.value, shown);
  }

  return { page, counts, map };
}
