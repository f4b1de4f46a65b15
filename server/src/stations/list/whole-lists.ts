import { MINUTE_MS } from "@groundcrew/shared/lib";
import { LRUCache } from "lru-cache";
import { BodyPart, joinParts, type Encoding } from "../../platform/http/index.ts";
import { turns } from "../../platform/lib/index.ts";
import type { Board } from "../board/board.ts";
import { changesIn, type BoardRow } from "../board/row-changes.ts";
import { textsOf } from "../board/entry.ts";
import { listKey, type View } from "../board/view.ts";
import { revisionIn } from "../board/revisions.ts";
import { optionsKey, ROW_SEPARATOR, rowText, type RowOptions } from "../board/row-text.ts";

/** A whole list in an encoding, ready to send. */
export type WholeList = {
  /** Identifies the content on this server. The board's version of the view if nothing that changed before is missing. */
  tag: string;
  /** Every change before this time (ms) is in it. */
  asOf: number;
  body: () => Promise<Uint8Array[]>;
};

/** How many lists are cached, and for how long after a request (ms); a large fleet's list takes tens of megabytes. */
const CACHED_LISTS = 8;
const CACHED_MS = 2 * MINUTE_MS;
/** How many stations a chunk has on average. Smaller ones compress worse, larger ones are written again more often. */
const CHUNK_STATIONS = 32;
/** How old the volatile fields of a list may be (ms). */
const MAX_VOLATILE_AGE_MS = 10_000;

/** With fewer changes, sending them is always cheaper. */
const MANY_CHANGES = 500;

/** Neighboring rows of a list. */
type Chunk = { rows: readonly BoardRow[]; isFirst: boolean; written: Written | null };

/** A chunk's text, the board's version and time (ms) when it was written, and when it may be written again for volatile fields. */
type Written = { part: BodyPart; version: number; at: number; renewAt: number };

/** A list that is kept current while it is requested. `revision` is that of its last change, which no other change of any list has, and `asked` has when each encoding was requested (ms). */
type CachedList = {
  membership: number;
  chunks: readonly Chunk[];
  revision: number;
  asked: Map<Encoding | undefined, number>;
  /** Ends once nobody has requested it for some time. */
  timer: NodeJS.Timeout;
};

/** Whether sending a view's whole list is cheaper than so many changes: many, and more than half of it. */
export function isWholeListCheaper(board: Board, view: View, changes: number): boolean {
  return changes > MANY_CHANGES && changes * 2 > board.list(view).length;
}

/**
 * Caches the whole lists that are requested, in chunks. A chunk is written again at once when one of its rows has changed in more than
 * volatile fields. For volatile fields alone, which in a large fleet change everywhere all the time, that happens at most every ten seconds.
 */
export function wholeLists(board: Board): (selection: Selection, encoding?: Encoding) => Promise<WholeList> {
  const cache = new LRUCache<string, CachedList>({
    max: CACHED_LISTS,
    dispose: ({ timer }) => clearTimeout(timer),
  });
  let revision = 0;

  function open(key: string): CachedList {
    const timer = setTimeout(() => cache.delete(key), CACHED_MS).unref();
    const list = { membership: -1, chunks: [], revision, asked: new Map(), timer };
    cache.set(key, list);
    return list;
  }

  return ({ view, options }, encoding) => {
    const key = `${listKey(view)} ${optionsKey(options)}`;
    const list = cache.get(key) ?? open(key);
    list.timer.refresh();
    const now = board.now();
    list.asked.set(encoding, now);
    for (const [one, at] of list.asked) if (now - at > CACHED_MS) list.asked.delete(one);
    return current(list, { board, view, options, encoding, nextRevision: () => ++revision });
  };
}

type Selection = { view: View; options: RowOptions };
type Request = Selection & { board: Board; encoding: Encoding | undefined; nextRevision: () => number };

async function current(list: CachedList, request: Request): Promise<WholeList> {
  const { board, view, encoding, nextRevision } = request;
  const [version, now] = [board.version(view), board.now()];
  if (list.membership !== board.membership()) {
    list.membership = board.membership();
    list.chunks = arrange(board.list(view), list.chunks);
    list.revision = nextRevision();
  }
  const { chunks } = list;
  let asOf = now;
  let isBehind = false;
  const nextTurn = turns();
  for (const [index, chunk] of chunks.entries()) {
    const pendingSince = changedAfter(chunk, { view, now, encoding });
    if (pendingSince === "now") {
      write(chunk, { ...request, share: (index + 1) / chunks.length });
      list.revision = nextRevision();
    } else {
      asOf = Math.min(asOf, pendingSince);
      isBehind ||= pendingSince < Infinity;
    }
    await nextTurn();
  }
  // Another request has arranged the stations again meanwhile.
  if (chunks !== list.chunks) return current(list, request);
  const parts = chunks.flatMap(({ written }) => written?.part ?? []);
  return {
    tag: isBehind ? `r${list.revision}` : `${version}`,
    asOf,
    async body() {
      const pieces = await joinParts([OPENING, ...parts, CLOSING], encoding);
      for (const part of parts) part.forgetText(list.asked.keys());
      return pieces;
    },
  };
}

export const OPENING = new BodyPart("[");
export const CLOSING = new BodyPart("]");

/**
 * The time (ms) up to which a chunk has all changes, `Infinity` when it has all there are, or `now` when it has to be written again before
 * it is sent.
 */
function changedAfter(
  { rows, written }: Chunk,
  { view, now, encoding }: { view: View; now: number; encoding: Encoding | undefined },
): number | "now" {
  if (!written?.part.has(encoding)) return "now";
  let isBehind = false;
  for (const row of rows) {
    const { any, content } = changesIn(row, view);
    if (content.version > written.version) return "now";
    isBehind ||= any.version > written.version;
  }
  if (!isBehind) return Infinity;
  return now >= written.renewAt ? "now" : written.at;
}

/** `share` spreads the next times of chunks that are written together. */
function write(chunk: Chunk, { board, view, options, encoding, share }: Request & { share: number }): void {
  // Before the rows are read, so that they are no older.
  const version = board.version(view);
  const texts = chunk.rows.map((row) =>
    rowText({ ...textsOf(row.entry), rev: revisionIn(row, view) }, options, view.admin),
  );
  const text = texts.join(ROW_SEPARATOR);
  const at = board.now();
  chunk.written = {
    part: new BodyPart(chunk.isFirst ? text : ROW_SEPARATOR + text),
    version,
    at,
    renewAt: at + MAX_VOLATILE_AGE_MS * (chunk.written?.part.has(encoding) ? 1 : share),
  };
}

/**
 * Divides a list into chunks. Where one ends depends on names alone, so that a station that joins or leaves changes only its own chunk;
 * all others stay as they are.
 */
function arrange(rows: readonly BoardRow[], before: readonly Chunk[]): Chunk[] {
  const byFirst = new Map(before.map((chunk) => [chunk.rows[0], chunk]));
  const chunks: Chunk[] = [];
  let start = 0;
  for (const [index, { entry }] of rows.entries()) {
    if (!isBoundary(entry.name) && index < rows.length - 1) continue;
    const chunk = { rows: rows.slice(start, index + 1), isFirst: start === 0, written: null };
    const same = byFirst.get(chunk.rows[0]);
    chunks.push(same && isSameChunk(same, chunk) ? same : chunk);
    start = index + 1;
  }
  return chunks;
}

function isSameChunk(one: Chunk, other: Chunk): boolean {
  if (one.isFirst !== other.isFirst || one.rows.length !== other.rows.length) return false;
  return one.rows.every((row, index) => row === other.rows[index]);
}

/** Whether a chunk ends after a name: true for one name in `CHUNK_STATIONS`. */
function isBoundary(name: string): boolean {
  let sum = 0;
  for (let index = 0; index < name.length; index++) sum = (Math.imul(sum, 31) + name.charCodeAt(index)) | 0;
  // Neighboring names differ only in the lowest bits, so all bits are mixed into the highest ones.
  return Math.imul(sum, 0x9e3779b1) >>> 0 < 2 ** 32 / CHUNK_STATIONS;
}
