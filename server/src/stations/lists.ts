import { LRUCache } from "lru-cache";
import { compress, type Encoding } from "../http/index.ts";
import type { Board } from "./board.ts";
import { listText, rowText, type RowOptions } from "./row-text.ts";
import { listKey, type View } from "./view.ts";

/** A whole list, ready to send, with the board's version and time (ms) it was made at. */
export type ReadyList = {
  version: number;
  factsVersion: number;
  at: number;
  body: Buffer;
  encoded: (encoding: Encoding) => Promise<Uint8Array>;
};

/** How many lists are cached; a large fleet's list takes tens of megabytes. */
const CACHED_LISTS = 8;
const LONGEST_AGE_MS = 1_000;
/** How much older than the board a list may be, for each station in it: writing a large list costs more. */
const AGE_PER_STATION_MS = 0.03;

/** Caches the whole lists that are requested, each until its content has changed. */
export function listCache(board: Board) {
  const cache = new LRUCache<string, ReadyList>({ max: CACHED_LISTS });

  /**
   * Whether a list may still be sent. Changes by users show at once; telemetry alone may wait a moment, so that a large list is not
   * rewritten for every snapshot of every station.
   */
  function isFresh(list: ReadyList, view: View): boolean {
    if (list.version === board.version(view)) return true;
    const allowedMs = Math.min(LONGEST_AGE_MS, board.names().length * AGE_PER_STATION_MS);
    return list.factsVersion === board.factsVersion() && board.now() - list.at < allowedMs;
  }

  return function fullList(view: View, options: RowOptions): ReadyList {
    const key = `${listKey(view)} ${optionsKey(options)}`;
    const before = cache.get(key);
    const list = before && isFresh(before, view) ? before : write(board, view, options);
    cache.set(key, list);
    return list;
  };
}

/** A key for a set of optional parts. */
export function optionsKey(options: RowOptions): string {
  return Object.values(options)
    .map((isWanted) => (isWanted ? "1" : "0"))
    .join("");
}

function write(board: Board, view: View, options: RowOptions): ReadyList {
  const rows = board.list(view).map((entry) => rowText(entry, options, view.admin));
  const body = Buffer.from(listText(rows), "utf8");
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  return {
    version: board.version(view),
    factsVersion: board.factsVersion(),
    at: board.now(),
    body,
    encoded(encoding) {
      const made = encoded.get(encoding) ?? compress(body, encoding);
      encoded.set(encoding, made);
      return made;
    },
  };
}
