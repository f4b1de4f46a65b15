import { bucketOf, hashBuckets } from "@groundcrew/shared/stations";
import { LRUCache } from "lru-cache";
import type { Board } from "../board/board.ts";
import type { BoardRow } from "../board/row-changes.ts";
import { listKey, type View } from "../board/view.ts";
import { revisionIn } from "../board/revisions.ts";

/** How old they may be (ms): after a restart many clients ask for the same at about the same time. */
const MAX_AGE_MS = 500;
const CACHED = 8;

/** The rows of a view's list in buckets, with the hashes that these had at the board's `version` of the view, at the time `at` (ms). */
type ListBuckets = {
  at: number;
  version: number;
  membership: number;
  hashes: string;
  rowsIn: (bucket: number) => readonly BoardRow[];
};

/** Divides lists into buckets, once for all clients that ask at about the same time. */
export function listBuckets(board: Board): (view: View, count: number) => ListBuckets {
  const cache = new LRUCache<string, ListBuckets>({ max: CACHED });

  return (view, count) => {
    const key = `${listKey(view)} ${count}`;
    const known = cache.get(key);
    const [at, membership] = [board.now(), board.membership()];
    if (known && at - known.at < MAX_AGE_MS && known.membership === membership) return known;
    const rows = board.list(view);
    const byBucket = Map.groupBy(rows, ({ entry }) => bucketOf(entry.name, count));
    const hashes = hashBuckets(
      rows.map((row) => ({ name: row.entry.name, rev: revisionIn(row, view) })),
      count,
    );
    const rowsIn = (bucket: number) => byBucket.get(bucket) ?? [];
    const buckets = { at, version: board.version(view), membership, hashes, rowsIn };
    cache.set(key, buckets);
    return buckets;
  };
}
