import { randomBytes } from "node:crypto";
import { ReadyJson } from "@groundcrew/shared/contract";
import { snapshot } from "@groundcrew/shared/telemetry";
import type { Db } from "../db/index.ts";
import { answer, compress, encodingFor, matchesTag, notFound, type Scope } from "../http/index.ts";
import type { Board } from "./board.ts";
import type { Entry } from "./entry.ts";
import { listCache, wantedKey } from "./lists.ts";
import { findSnapshot } from "./queries.ts";
import { listText, rowText, type Wanted } from "./row-text.ts";
import { listKey, viewKey, type View } from "./view.ts";

/** Taken off the time to ask with next: another server may learn of a change this much later than the one that made it. */
const OVERLAP_MS = 10_000;
/** Above this many changes, if they are half of the list, the whole list is cheaper to send. */
const MANY_CHANGES = 500;

/** What a caller asks for: which rows they may see, which parts of them, and what they hold already. */
export type Asked = {
  scope: Scope;
  view: View;
  wanted: Wanted;
  acceptEncoding: string;
  ifNoneMatch: string | undefined;
};

/** Answers from the board. A tag says what was asked for and by whom, so nobody's tag is good for anybody else. */
export function repliesFrom(board: Board, scopedTo: (scope: Scope) => Db) {
  const keptList = listCache(board);
  // Versions are counted anew by every server and after every start, so such a tag is only good for the one that gave it.
  const server = randomBytes(6).toString("hex");

  function listTag({ view, wanted }: Asked, version: number): string {
    return `W/"${server}.${listKey(view)}.${wantedKey(wanted)}.${version}"`;
  }

  async function list(asked: Asked, more: Record<string, string> = {}) {
    const { version, at, body, encoded } = keptList(asked.view, asked.wanted);
    const headers = { ...about(listTag(asked, version), at), ...more };
    if (matchesTag(asked.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const encoding = encodingFor(asked.acceptEncoding, body.length);
    return answer(200, new ReadyJson(encoding ? await encoded(encoding) : body, encoding), headers);
  }

  async function changes(asked: Asked, since: number) {
    const { view, wanted } = asked;
    const headers = about(listTag(asked, board.version(view)), board.now());
    if (matchesTag(asked.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    const found = board.changes(view, since);
    if (found.kind === "unknown" || isMost(found.entries, view)) return list(asked, { "x-whole": "1" });
    const rows = found.entries.map((entry) => rowText(entry, wanted, view.admin));
    const left = found.removed.map((name) => JSON.stringify({ name, removed: true }));
    return answer(200, await ready(listText([...rows, ...left]), asked), headers);
  }

  function isMost(entries: readonly Entry[], view: View): boolean {
    return entries.length > MANY_CHANGES && entries.length * 2 > board.list(view).length;
  }

  /** A list of the one station asked for, with its whole snapshot. */
  async function listOfOne(asked: Asked, { name, since }: { name: string; since: number | null }) {
    const { view, wanted } = asked;
    const entry = board.find(name, view);
    const headers = about(rowTag(asked, entry), board.now());
    if (matchesTag(asked.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    if (!entry || (since !== null && !board.changedSince(name, view, since))) {
      return answer(200, new ReadyJson("[]"), headers);
    }
    const telemetry = wanted.telemetry ? await wholeSnapshot(scopedTo(asked.scope), name) : entry.parts.telemetry;
    const text = rowText({ ...entry, parts: { ...entry.parts, telemetry } }, wanted, view.admin);
    return answer(200, await ready(`[${text}]`, asked), headers);
  }

  async function one(asked: Asked, name: string) {
    const entry = board.find(name, asked.view);
    if (!entry) throw notFound();
    const headers = tagged(rowTag(asked, entry));
    if (matchesTag(asked.ifNoneMatch, headers.etag)) return answer(304, null, headers);
    return answer(200, await ready(rowText(entry, asked.wanted, asked.view.admin), asked), headers);
  }

  return { list, changes, listOfOne, one };
}

/** Tag of one row in a view; of its absence, where there is none. */
function rowTag({ view, wanted }: Asked, entry: Entry | undefined): string {
  const rev = view.admin ? entry?.adminRev : entry?.rev;
  return `W/"${viewKey(view)}.${wantedKey(wanted)}.${rev ?? "none"}"`;
}

function about(etag: string, at: number) {
  return { ...tagged(etag), "x-as-of": new Date(at - OVERLAP_MS).toISOString() };
}

/** Long replies are compressed for whoever can read them. */
function tagged(etag: string) {
  return { etag, vary: "Accept-Encoding" };
}

async function ready(text: string, { acceptEncoding }: Asked): Promise<ReadyJson> {
  const encoding = encodingFor(acceptEncoding, text.length);
  return encoding ? new ReadyJson(await compress(Buffer.from(text), encoding), encoding) : new ReadyJson(text);
}

/** Passed through its schema once more: what is stored may be older than the program. */
async function wholeSnapshot(db: Db, name: string): Promise<string> {
  const stored = await findSnapshot(db, name);
  const read = stored === null ? null : snapshot.safeParse(JSON.parse(stored));
  return `,"last_telemetry_data":${read?.success ? JSON.stringify(read.data) : "null"}`;
}
