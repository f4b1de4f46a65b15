import {
  changeEntryStatus,
  createSupportLogEntry,
  listAttachedErrors,
  listEntryErrors,
  listStationSupportLog,
  listSupportLogEntries,
  publishEntry,
  replyStatus,
  replyToEntry,
  SUPPORT_LOG_MAX,
  unpublishEntry,
  type SupportLogReply,
  isIncident,
  tagsProblem,
  type NewEntry,
} from "@groundcrew/shared/support-log";
import type { FastifyInstance } from "fastify";
import { change, type Changed } from "../audit/index.ts";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import {
  answer,
  notFound,
  Problem,
  route,
  type Principal,
  type CallRequest,
  type Scope,
} from "../platform/http/index.ts";
import { selectAttached, selectAttachedOfEach, attachToEntry } from "../station-errors/index.ts";
import { findStation, lockStation } from "../stations/index.ts";
import { changeEntry, entryTarget, type EntryChange } from "./change-entry.ts";
import { findEntry, insertEntry, lockEntry, type EntryRow } from "./entry-queries.ts";
import { asReply, readLog, withReplies } from "./read-log.ts";
import { tagRoutes, type TagOptions } from "./tag-routes.ts";
import { queueAlerts } from "./alerts.ts";
import { insertEntryTags, selectAttachedTags, type AttachedTag } from "./tag-queries.ts";

/** Maximum number of items in a list. */
const MAX = { entries: SUPPORT_LOG_MAX, entriesOfStation: 1_000, errors: 1_000, errorsOfEach: 50 } as const;

/** The support log and its tags. */
export function supportLogRoutes(app: FastifyInstance, options: LogOptions & TagOptions): void {
  readingRoutes(app, options);
  creatingRoutes(app, options);
  changingRoutes(app, options);
  tagRoutes(app, options);
}

function readingRoutes(app: FastifyInstance, { db: shared }: LogOptions): void {
  route(app, listSupportLogEntries, async ({ query, scope }) => {
    const part = { station: null, after: query.filter_after, limit: MAX.entries };
    return answer(200, await readLog(scoped(shared, scope), scope, part));
  });

  route(app, listStationSupportLog, async ({ params, scope }) => {
    const db = scoped(shared, scope);
    if (!(await findStation(db, params.station, scope))) throw notFound();
    const part = { station: params.station, limit: MAX.entriesOfStation };
    return answer(200, await readLog(db, scope, part));
  });

  route(app, listEntryErrors, async ({ params, scope }) => {
    const db = scoped(shared, scope);
    if (!(await findEntry(db, scope, params.entry))) throw notFound();
    return answer(200, await selectAttached(db, { scope, entry: params.entry, limit: MAX.errors }));
  });

  route(app, listAttachedErrors, async ({ query, scope }) => {
    const entries = [...new Set(query.entries.split(",").map(Number))];
    return answer(200, await selectAttachedOfEach(scoped(shared, scope), { scope, entries, limit: MAX.errorsOfEach }));
  });
}

function creatingRoutes(app: FastifyInstance, options: LogOptions): void {
  route(app, createSupportLogEntry, (call) =>
    changeLog(options, call, async (tx) => {
      const { scope, principal, body: entry } = call;
      const { station } = call.params;
      const locked = await lockStation(tx, station, scope);
      if (!locked) throw notFound();
      const row = await createEntry(tx, { station, parent: null, author: authorOf(principal), entry });
      const [created] = await withReplies(tx, [row]);
      if (!created) throw notFound();
      return { station, answer: answer(201, created), audit: noteOf(created, locked.org_id) };
    }),
  );

  route(app, replyToEntry, (call) =>
    changeLog(options, call, async (tx) => {
      const { scope, principal, body: entry } = call;
      const parent = await lockEntry(tx, scope, call.params.entry);
      if (!parent) throw notFound();
      if (parent.parent_id !== null) throw new Problem(422, "This is a reply. Reply to the entry it belongs to.");
      const { id, station_name: station, org_id } = parent;
      const reply = { ...entry, status: entry.status ?? replyStatus(parent.status) };
      const row = await createEntry(tx, { station, parent: id, author: authorOf(principal), entry: reply });
      const created = await asReply(tx, row);
      return { station, answer: answer(201, created), audit: noteOf(created, org_id) };
    }),
  );
}

function changingRoutes(app: FastifyInstance, options: LogOptions): void {
  function changeTo(call: Caller & { params: { entry: number } }, to: EntryChange) {
    return changeLog(options, call, async (tx) => {
      const { scope, params, principal } = call;
      const done = await changeEntry(tx, { scope, entry: params.entry, to, author: authorOf(principal) });
      return { ...done, answer: answer(204, null) };
    });
  }

  route(app, changeEntryStatus, (call) => changeTo(call, { status: call.body.status, public: call.body.public }));
  route(app, publishEntry, (call) => changeTo(call, { status: null, public: true }));
  route(app, unpublishEntry, (call) => changeTo(call, { status: null, public: false }));
}

/** The author of an entry: the user's name, or their email. */
function authorOf(principal: Principal): string {
  if (principal.kind !== "user") return principal.kind;
  const { name, email } = principal.user;
  return name === "" ? email : name;
}

function noteOf(created: SupportLogReply, orgId: number) {
  return { target: entryTarget(created.id), orgId, after: created };
}

/** The dependencies of the support log's routes. `refresh` updates changed stations in the station list. */
type LogOptions = { db: SharedDb; refresh: (names: readonly string[]) => Promise<void> };

/** The caller of a change, and its request. */
type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/** Makes a change at a station. The caller is answered once the station list shows it. */
async function changeLog<A extends { status: number; body: unknown }>(
  { db, refresh }: LogOptions,
  caller: Caller,
  work: (tx: Db) => Promise<Changed<A> & { station: string }>,
): Promise<A> {
  const stations: string[] = [];
  const answer = await change(scoped(db, caller.scope), caller, async (tx) => {
    const { station, ...changed } = await work(tx);
    stations.push(station);
    return changed;
  });
  await refresh(stations);
  return answer;
}

/** A new entry, its author, and its station, which is locked; a reply has a parent. */
type Writing = { station: string; parent: number | null; author: string; entry: NewEntry };

/** Adds an entry or reply with its tags and attached errors. A new incident alerts the targets of its tags. */
async function createEntry(tx: Db, { station, parent, author, entry }: Writing): Promise<EntryRow> {
  const tags = await tagsOf(tx, entry);
  const row = await insertEntry(tx, {
    station_name: station,
    parent_id: parent,
    author,
    status: entry.status,
    content: entry.content.text,
    public: entry.public ?? false,
  });
  await insertEntryTags(
    tx,
    row.id,
    tags.map(({ id }) => id),
  );
  await attachToEntry(tx, { station, ids: [...new Set(entry.attached_errors)], entry: row.id });
  if (isIncident(row.status)) await queueAlerts(tx, row.id, targetsOf(tags));
  return row;
}

/** The tags for an entry. A note has none, whatever was sent. */
async function tagsOf(tx: Db, { status, tags: requestedTags }: NewEntry): Promise<AttachedTag[]> {
  const ids = status === "note" ? [] : [...new Set(requestedTags)];
  const { known, tags } = await selectAttachedTags(tx, ids);
  if (known < ids.length) throw notFound({ field: "tags", message: "There is no such tag." });
  const problem = tagsProblem(status, tags);
  if (problem !== null) throw new Problem(422, [{ field: "tags", message: problem }]);
  return tags;
}

function targetsOf(tags: readonly AttachedTag[]): string[] {
  return [...new Set(tags.flatMap(({ alert_target }) => alert_target ?? []))];
}
