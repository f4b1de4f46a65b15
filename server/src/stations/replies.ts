import { randomBytes } from "node:crypto";
import { ReadyJson } from "@groundcrew/shared/contract";
import { snapshot } from "@groundcrew/shared/telemetry";
import { LRUCache } from "lru-cache";
import type { Db } from "../db/index.ts";
import { answer, compress, encodingFor, matchesTag, notFound, type Scope, type Encoding } from "../http/index.ts";
import { type Board, listKey, viewKey, type View } from "./board.ts";
import type { Entry } from "./entry.ts";
import { findSnapshot } from "./queries.ts";
import { listText, rowText, type RowOptions } from "./row-text.ts";
import { snapshotIn } from "./stored-snapshot.ts";

/** Subtracted from the time for the next request: another server may learn of a change this much later than the server that made it. */
const OVERLAP_MS = 10_000;
/** Above this many changes, if they are half of the list, sending the whole list is cheaper. */
const MANY_CHANGES = 500;

/** The rows the caller may see, and the parts they want. */
export type RowSelection = { scope: Scope; view: View; options: RowOptions };

/** A request for them, with the tag of what the caller already has. */
export type ListRequest = RowSelection & { acceptEncoding: string; ifNoneMatch: string | undefined };

/** Answers from the board. A tag contains the request and the caller's view, so it is not valid for other callers. */
export function repliesFrom(board: Board, scopedTo: (scope: Scope) => Db) {
  const cachedList = listCache(board);
  // Versions are counted per server and start over after each start, so such a tag is only valid for the server that issued it.
  const server = randomBytes(6).toString("hex");

  function listTag({ view, options }: RowSelection, version: number): string {
    return `W/"${server}.${listKey(view)}.${optionsKey(options)}.${version}"`;
  }

  async function list(request: ListRequest, more: Record<string, string> = {}) {
    const { version, at, body, encoded } = cachedList(request.view, request.options);
    const headers = { ...listHeaders(listTag(request, version), at), ...more };
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const encoding = encodingFor(request.acceptEncoding, body.length);
    return answer(200, new ReadyJson(encoding ? await encoded(encoding) : body, encoding), headers);
  }

  function headersOfList(selection: RowSelection) {
    return listHeaders(listTag(selection, board.version(selection.view)), board.now());
  }

  function headersOfListOfOne(selection: RowSelection, name: string) {
    return listHeaders(rowTag(selection, board.find(name, selection.view)), board.now());
  }

  function headersOfOne(selection: RowSelection, name: string) {
    const entry = board.find(name, selection.view);
    return entry && tagged(rowTag(selection, entry));
  }

  async function changes(request: ListRequest, since: number) {
    const { view, options } = request;
    const headers = headersOfList(request);
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const found = board.changes(view, since);
    if (found.kind === "unknown" || isLargeShare(found.entries, view)) return list(request, { "x-full": "1" });
    const rows = found.entries.map((entry) => rowText(entry, options, view.admin));
    const left = found.removed.map((name) => JSON.stringify({ name, removed: true }));
    return answer(200, new ReadyJson(listText([...rows, ...left])), headers);
  }

  function isLargeShare(entries: readonly Entry[], view: View): boolean {
    return entries.length > MANY_CHANGES && entries.length * 2 > board.list(view).length;
  }

  /** A list of the one requested station, with its whole snapshot. */
  async function listOfOne(request: ListRequest, { name, since }: { name: string; since: number | null }) {
    const { view, options } = request;
    const entry = board.find(name, view);
    const headers = headersOfListOfOne(request, name);
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    if (!entry || (since !== null && !board.changedSince(name, view, since))) {
      return answer(200, new ReadyJson("[]"), headers);
    }
    const telemetry = options.telemetry ? await wholeSnapshot(scopedTo(request.scope), name) : entry.parts.telemetry;
    const text = rowText({ ...entry, parts: { ...entry.parts, telemetry } }, options, view.admin);
    return answer(200, new ReadyJson(`[${text}]`), headers);
  }

  async function one(request: ListRequest, name: string) {
    const entry = board.find(name, request.view);
    const headers = headersOfOne(request, name);
    if (!entry || !headers) throw notFound();
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    return answer(200, new ReadyJson(rowText(entry, request.options, request.view.admin)), headers);
  }

  return { list, changes, listOfOne, one, headersOfList, headersOfListOfOne, headersOfOne };
}

/** The tag of one row in a view, or of its absence. */
function rowTag({ view, options }: RowSelection, entry: Entry | undefined): string {
  const rev = view.admin ? entry?.adminRev : entry?.rev;
  return `W/"${viewKey(view)}.${optionsKey(options)}.${rev ?? "none"}"`;
}

function listHeaders(etag: string, at: number) {
  return { ...tagged(etag), "x-as-of": new Date(at - OVERLAP_MS).toISOString() };
}

/** Long replies are compressed for clients that accept it. */
function tagged(etag: string) {
  return { etag, vary: "Accept-Encoding" };
}

/** Validated again, because what is stored may be older than this version of the server. */
async function wholeSnapshot(db: Db, name: string): Promise<string> {
  const stored = await findSnapshot(db, name);
  const read = stored === null ? null : snapshot.safeParse(snapshotIn(stored));
  return `,"last_telemetry_data":${read?.success ? JSON.stringify(read.data) : "null"}`;
}

/** A whole list, ready to send, with the board's version and time (ms) it was made at. */
type ReadyList = {
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
function listCache(board: Board) {
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
function optionsKey(options: RowOptions): string {
  return Object.values(options)
    .map((isIncluded) => (isIncluded ? "1" : "0"))
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
