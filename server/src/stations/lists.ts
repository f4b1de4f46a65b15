import { LRUCache } from "lru-cache";
import { compress, type Encoding } from "../http/index.ts";
import type { Board } from "./board.ts";
import { listText, rowText, type Wanted } from "./row-text.ts";
import { listKey, type View } from "./view.ts";

/** A whole list, ready to be sent, as the board was at a version and a time (ms). */
export type ReadyList = {
  version: number;
  factsVersion: number;
  at: number;
  body: Buffer;
  encoded: (encoding: Encoding) => Promise<Uint8Array>;
};

/** How many lists are kept; a large fleet's takes tens of megabytes. */
const KEPT = 8;
const LONGEST_AGE_MS = 1_000;
/** How much older than the board a list may be, for each station in it: rewriting a large one costs more. */
const AGE_PER_STATION_MS = 0.03;

/** Keeps the whole lists that are asked for, each until what is in it has changed. */
export function listCache(board: Board) {
  const kept = new LRUCache<string, ReadyList>({ max: KEPT });

  /**
   * Whether a list may still be sent. Whatever people changed shows at once; telemetry alone may wait a moment, so that a large
   * list is not written anew for every snapshot of every station.
   */
  function isFresh(list: ReadyList, view: View): boolean {
    if (list.version === board.version(view)) return true;
    const allowedMs = Math.min(LONGEST_AGE_MS, board.names().length * AGE_PER_STATION_MS);
    return list.factsVersion === board.factsVersion() && board.now() - list.at < allowedMs;
  }

  return function whole(view: View, wanted: Wanted): ReadyList {
    const key = `${listKey(view)} ${wantedKey(wanted)}`;
    const before = kept.get(key);
    const list = before && isFresh(before, view) ? before : write(board, view, wanted);
    kept.set(key, list);
    return list;
  };
}

/** Names a choice of optional parts. */
export function wantedKey(wanted: Wanted): string {
  return Object.values(wanted)
    .map((isWanted) => (isWanted ? "1" : "0"))
    .join("");
}

function write(board: Board, view: View, wanted: Wanted): ReadyList {
  const rows = board.list(view).map((entry) => rowText(entry, wanted, view.admin));
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
