import { randomBytes } from "node:crypto";
import { ReadyJson } from "@groundcrew/shared/contract";
import { revisionsTag } from "@groundcrew/shared/live";
import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  AS_OF_OVERLAP_MS,
  bucketCount,
  differingBuckets,
  type RemovedStation,
  type ReplacedBuckets,
} from "@groundcrew/shared/stations";
import type { Db } from "../../platform/db/index.ts";
import {
  acceptedEncoding,
  answer,
  BodyPart,
  encodingFor,
  type Encoding,
  joinParts,
  matchesTag,
  notFound,
  type Scope,
} from "../../platform/http/index.ts";
import type { Board } from "../board/board.ts";
import { listKey, viewKey, type View } from "../board/view.ts";
import { revisionOf, rowOf, textsOf, tagOf, type Entry } from "../board/entry.ts";
import { listBuckets } from "./list-buckets.ts";
import { revisionIn } from "../board/revisions.ts";
import { optionsKey, ROW_SEPARATOR, rowText, type RowOptions } from "../board/row-text.ts";
import { lastSnapshot } from "../board/stored-snapshot.ts";
import { volatileUpdates } from "./volatile-updates.ts";
import { CLOSING, isWholeListCheaper, OPENING, wholeLists } from "./whole-lists.ts";

/** The rows the caller may see, and the parts they want. */
export type RowSelection = { scope: Scope; view: View; options: RowOptions };

/** A request for them, with the tag of what the caller already has, and the encodings it can be sent in parts. */
export type ListRequest = RowSelection & {
  acceptEncoding: string;
  inParts: readonly Encoding[];
  ifNoneMatch: string | undefined;
};

/** The state of a client: it has every change before `since` (ms), and rows with these hashes if it says so. */
type KnownByClient = { since: number; compact: boolean; known?: string | undefined };

/** They include everything up to the board's `version` of the view, at the time `at` (ms). */
type FoundChanges = {
  entries: readonly Entry[];
  others: readonly (RemovedStation | ReplacedBuckets)[];
  version: number;
  at: number;
};

/** With it begin tags of what a list has besides times of contact and readings. */
const REVISIONS = '"revisions.';

/** Answers from the board. A tag contains the request and the caller's view, so it is not valid for other callers. */
export function repliesFrom(board: Board, scopedTo: (scope: Scope) => Db) {
  return { ...listReplies(board), ...repliesOfOne(board, scopedTo) };
}

function listReplies(board: Board) {
  const wholeList = wholeLists(board);
  const volatileUpdate = volatileUpdates(board);
  const bucketsOf = listBuckets(board);
  // Versions are counted per server and start over after each start, so such a tag is only valid for the server that issued it.
  const server = randomBytes(6).toString("hex");

  function listTag({ view, options }: RowSelection, version: string | number): string {
    return `W/"${server}.${listKey(view)}.${optionsKey(options)}.${version}"`;
  }

  async function list(request: ListRequest, more: Record<string, string> = {}) {
    const encoding = acceptedEncoding(request.acceptEncoding, request.inParts);
    const { tag, asOf, body } = await wholeList(request, encoding);
    const headers = { ...listHeaders(listTag(request, tag), asOf), ...ageHeader(board.now() - asOf), ...more };
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    return answer(200, new ReadyJson(await body(), encoding), headers);
  }

  /**
   * The headers of a 304 if the client's list has all changes so far, or all but times of contact and readings if its tag says that it gets
   * those from the stream of live changes.
   */
  function headersIfUnchanged(selection: RowSelection, ifNoneMatch: string | undefined) {
    const { view } = selection;
    const tag = listTag(selection, board.version(view));
    if (matchesTag(ifNoneMatch, tag)) return listHeaders(tag, board.now());
    if (!ifNoneMatch?.includes(REVISIONS)) return null;
    const ofContent = revisionsTag(board.list(view).map((row) => revisionIn(row, view)));
    // Without a time, because readings may be newer than those that the client has.
    return matchesTag(ifNoneMatch, ofContent) ? tagged(ofContent) : null;
  }

  async function changes(request: ListRequest, { since, compact, known }: KnownByClient) {
    const { view, options } = request;
    const unchanged = headersIfUnchanged(request, request.ifNoneMatch);
    if (unchanged) return answer(304, null, unchanged);
    const found = changesFor(view, { since, compact, known });
    if (found === null || isWholeListCheaper(board, view, found.entries.length))
      return list(request, { "x-full": "1" });
    const rows = found.entries.map((entry) => rowOf(entry, options, view.admin));
    const items = [...found.others.map((item) => JSON.stringify(item)), ...rows].join(ROW_SEPARATOR);
    const headersFor = (...all: readonly Pick<FoundChanges, "version" | "at">[]) => {
      const version = Math.min(...all.map((each) => each.version));
      return listHeaders(listTag(request, version), Math.min(...all.map(({ at }) => at)));
    };
    if (!compact) return answer(200, new ReadyJson(`[${items}]`), headersFor(found));
    const update = volatileUpdate(view, { since, readings: options.telemetry ? "all" : "none" });
    const { part } = update;
    const changed = new BodyPart(part && items ? ROW_SEPARATOR + items : items);
    const parts = [OPENING, ...(part ? [part] : []), changed, CLOSING];
    return answer(200, await inParts(parts, request), headersFor(found, update));
  }

  /** The rows to send and the items besides them; null when the server cannot tell what the client lacks. */
  function changesFor(view: View, { since, compact, known }: KnownByClient): FoundChanges | null {
    const found = board.changes(view, since, compact ? "content" : "any");
    if (found.kind === "some") {
      const others = found.removed.map((name) => ({ name, removed: true as const }));
      return { entries: found.entries, others, version: board.version(view), at: board.now() };
    }
    if (known === undefined) return null;
    const { hashes, rowsIn, version, at } = bucketsOf(view, bucketCount(known));
    const buckets = differingBuckets(hashes, known);
    const rows = buckets.replaced.flatMap((bucket) => [...rowsIn(bucket)]);
    return { entries: rows.map(({ entry }) => entry), others: [{ buckets }], version, at };
  }

  return { list, changes, headersIfUnchanged };
}

function repliesOfOne(board: Board, scopedTo: (scope: Scope) => Db) {
  function headersOfListOfOne(selection: RowSelection, name: string) {
    return listHeaders(rowTag(selection, board.find(name, selection.view)), board.now());
  }

  function headersOfOne(selection: RowSelection, name: string) {
    const entry = board.find(name, selection.view);
    return entry && tagged(rowTag(selection, entry));
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
    const telemetry = options.telemetry ? await wholeSnapshot(scopedTo(request.scope), name) : "";
    const rev = revisionOf(entry, view.admin);
    const text = rowText({ ...textsOf(entry), rev, telemetry: () => telemetry }, options, view.admin);
    return answer(200, new ReadyJson(`[${text}]`), headers);
  }

  async function one(request: ListRequest, name: string) {
    const entry = board.find(name, request.view);
    const headers = headersOfOne(request, name);
    if (!entry || !headers) throw notFound();
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    return answer(200, new ReadyJson(rowOf(entry, request.options, request.view.admin)), headers);
  }

  return { listOfOne, one };
}

/** The tag of one row in a view, or of its absence. */
function rowTag({ view, options }: RowSelection, entry: Entry | undefined): string {
  return `W/"${viewKey(view)}.${optionsKey(options)}.${entry ? tagOf(entry, view.admin) : "none"}"`;
}

async function inParts(parts: readonly BodyPart[], { acceptEncoding, inParts: supported }: ListRequest) {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const encoding = encodingFor(acceptEncoding, bytes, supported);
  return new ReadyJson(await joinParts(parts, encoding), encoding);
}

function listHeaders(etag: string, at: number) {
  return { ...tagged(etag), "x-as-of": new Date(at - AS_OF_OVERLAP_MS).toISOString() };
}

/** How old the oldest volatile fields of a list are (RFC 9111, section 5.1). */
function ageHeader(ms: number): { age?: string } {
  return ms < SECOND_MS ? {} : { age: String(Math.floor(ms / SECOND_MS)) };
}

/** Long replies are compressed for clients that accept it. */
function tagged(etag: string) {
  return { etag, vary: "Accept-Encoding" };
}

async function wholeSnapshot(db: Db, name: string): Promise<string> {
  return JSON.stringify(await lastSnapshot(db, name));
}
