import { randomBytes } from "node:crypto";
import { ReadyJson } from "@groundcrew/shared/contract";
import { snapshot } from "@groundcrew/shared/telemetry";
import type { Db } from "../db/index.ts";
import { answer, compress, encodingFor, matchesTag, notFound, type Scope } from "../http/index.ts";
import type { Board } from "./board.ts";
import type { Entry } from "./entry.ts";
import { listCache, optionsKey } from "./lists.ts";
import { findSnapshot } from "./queries.ts";
import { listText, rowText, type RowOptions } from "./row-text.ts";
import { listKey, viewKey, type View } from "./view.ts";

/** Subtracted from the time for the next request: another server may learn of a change this much later than the server that made it. */
const OVERLAP_MS = 10_000;
/** Above this many changes, if they are half of the list, sending the whole list is cheaper. */
const MANY_CHANGES = 500;

/** A request: the rows the caller may see, the parts they want, and the tag of what they already have. */
export type ListRequest = {
  scope: Scope;
  view: View;
  options: RowOptions;
  acceptEncoding: string;
  ifNoneMatch: string | undefined;
};

/** Answers from the board. A tag contains the request and the caller's view, so it is not valid for other callers. */
export function repliesFrom(board: Board, scopedTo: (scope: Scope) => Db) {
  const cachedList = listCache(board);
  // Versions are counted per server and start over after each start, so such a tag is only valid for the server that issued it.
  const server = randomBytes(6).toString("hex");

  function listTag({ view, options }: ListRequest, version: number): string {
    return `W/"${server}.${listKey(view)}.${optionsKey(options)}.${version}"`;
  }

  async function list(request: ListRequest, more: Record<string, string> = {}) {
    const { version, at, body, encoded } = cachedList(request.view, request.options);
    const headers = { ...listHeaders(listTag(request, version), at), ...more };
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const encoding = encodingFor(request.acceptEncoding, body.length);
    return answer(200, new ReadyJson(encoding ? await encoded(encoding) : body, encoding), headers);
  }

  async function changes(request: ListRequest, since: number) {
    const { view, options } = request;
    const headers = listHeaders(listTag(request, board.version(view)), board.now());
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const found = board.changes(view, since);
    if (found.kind === "unknown" || isLargeShare(found.entries, view)) return list(request, { "x-whole": "1" });
    const rows = found.entries.map((entry) => rowText(entry, options, view.admin));
    const left = found.removed.map((name) => JSON.stringify({ name, removed: true }));
    return answer(200, await ready(listText([...rows, ...left]), request), headers);
  }

  function isLargeShare(entries: readonly Entry[], view: View): boolean {
    return entries.length > MANY_CHANGES && entries.length * 2 > board.list(view).length;
  }

  /** A list of the one requested station, with its whole snapshot. */
  async function listOfOne(request: ListRequest, { name, since }: { name: string; since: number | null }) {
    const { view, options } = request;
    const entry = board.find(name, view);
    const headers = listHeaders(rowTag(request, entry), board.now());
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    if (!entry || (since !== null && !board.changedSince(name, view, since))) {
      return answer(200, new ReadyJson("[]"), headers);
    }
    const telemetry = options.telemetry ? await wholeSnapshot(scopedTo(request.scope), name) : entry.parts.telemetry;
    const text = rowText({ ...entry, parts: { ...entry.parts, telemetry } }, options, view.admin);
    return answer(200, await ready(`[${text}]`, request), headers);
  }

  async function one(request: ListRequest, name: string) {
    const entry = board.find(name, request.view);
    if (!entry) throw notFound();
    const headers = tagged(rowTag(request, entry));
    if (matchesTag(request.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    return answer(200, await ready(rowText(entry, request.options, request.view.admin), request), headers);
  }

  return { list, changes, listOfOne, one };
}

/** The tag of one row in a view, or of its absence. */
function rowTag({ view, options }: ListRequest, entry: Entry | undefined): string {
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

async function ready(text: string, { acceptEncoding }: ListRequest): Promise<ReadyJson> {
  const encoding = encodingFor(acceptEncoding, text.length);
  return encoding ? new ReadyJson(await compress(Buffer.from(text), encoding), encoding) : new ReadyJson(text);
}

/** Validated again, because what is stored may be older than this version of the server. */
async function wholeSnapshot(db: Db, name: string): Promise<string> {
  const stored = await findSnapshot(db, name);
  const read = stored === null ? null : snapshot.safeParse(JSON.parse(stored));
  return `,"last_telemetry_data":${read?.success ? JSON.stringify(read.data) : "null"}`;
}
