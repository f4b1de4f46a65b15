import { LRUCache } from "lru-cache";
import { bodyPart, type BodyPart } from "../../platform/http/index.ts";
import { turns } from "../../platform/lib/index.ts";
import { type Board, type BoardRow, changesIn, listKey, type View } from "../board/board.ts";
import { rememberedRevisions, type RememberedRevisions } from "../board/revisions.ts";
import { optionsKey, ROW_SEPARATOR, rowText, type RowOptions } from "../board/row-text.ts";

/** A whole list, ready to send. */
export type WholeList = {
  /** Identifies the content on this server. The board's version of the view if nothing that changed before is missing. */
  tag: string;
  /** Every change before this time (ms) is in it. */
  asOf: number;
  parts: readonly BodyPart[];
};

/** How many lists are cached; a large fleet's list takes tens of megabytes. */
const CACHED_LISTS = 8;
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

/** A list that is kept current while it is requested. `revision` counts its changes. */
type CachedList = { membership: number; chunks: readonly Chunk[]; revision: number };

/** Whether sending a view's whole list is cheaper than so many changes: many, and more than half of it. */
export function isWholeListCheaper(board: Board, view: View, changes: number): boolean {
  return changes > MANY_CHANGES && changes * 2 > board.list(view).length;
}

/**
 * Caches the whole lists that are requested, in chunks. A chunk is written again at once when one of its rows has changed in more than
 * volatile fields. For volatile fields alone, which in a large fleet change everywhere all the time, that happens at most every ten seconds.
 */
export function wholeLists(board: Board): (view: View, options: RowOptions) => Promise<WholeList> {
  const cache = new LRUCache<string, CachedList>({ max: CACHED_LISTS });
  const revisions = rememberedRevisions();
  return (view, options) => {
    const key = `${listKey(view)} ${optionsKey(options)}`;
    const list = cache.get(key) ?? { membership: -1, chunks: [], revision: 0 };
    cache.set(key, list);
    return current(list, { board, view, options, revisions });
  };
}

type Request = { board: Board; view: View; options: RowOptions; revisions: RememberedRevisions };

async function current(list: CachedList, request: Request): Promise<WholeList> {
  const { board, view } = request;
  const [version, now] = [board.version(view), board.now()];
  if (list.membership !== board.membership()) {
    list.membership = board.membership();
    list.chunks = arrange(board.list(view), list.chunks);
    list.revision++;
  }
  const { chunks } = list;
  let asOf = now;
  const nextTurn = turns();
  for (const [index, chunk] of chunks.entries()) {
    const pendingSince = changedAfter(chunk, { view, now });
    if (pendingSince !== "now") {
      asOf = Math.min(asOf, pendingSince);
      continue;
    }
    write(chunk, { ...request, share: (index + 1) / chunks.length });
    list.revision++;
    await nextTurn();
  }
  const parts = [OPENING, ...chunks.flatMap(({ written }) => written?.part ?? []), CLOSING];
  return { tag: asOf === now ? `${version}` : `r${list.revision}`, asOf, parts };
}

export const OPENING = bodyPart("[");
export const CLOSING = bodyPart("]");

/**
 * The time (ms) up to which a chunk has all changes, `Infinity` when it has all there are, or `now` when it has to be written again before
 * it is sent.
 */
function changedAfter({ rows, written }: Chunk, { view, now }: { view: View; now: number }): number | "now" {
  if (written === null) return "now";
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
function write(chunk: Chunk, { board, view, options, revisions, share }: Request & { share: number }): void {
  const rows = chunk.rows.map((row) => {
    const { name, parts } = row.entry;
    return rowText({ name, rev: revisions.of(row, view), parts }, options, view.admin);
  });
  const text = rows.join(ROW_SEPARATOR);
  const at = board.now();
  chunk.written = {
    part: bodyPart(chunk.isFirst ? text : ROW_SEPARATOR + text),
    version: board.version(view),
    at,
    renewAt: at + MAX_VOLATILE_AGE_MS * (chunk.written === null ? share : 1),
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
