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
  searchSupportLog,
  SUPPORT_LOG_MAX,
  unpublishEntry,
  type SupportLogReply,
} from "@groundcrew/shared/support-log";
import type { FastifyInstance } from "fastify";
import { change, type Changed } from "../audit/index.ts";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import {
  answer,
  authorOf,
  notFound,
  Problem,
  route,
  type Principal,
  type CallRequest,
  type Scope,
} from "../platform/http/index.ts";
import { selectAttached, selectAttachedOfEach } from "../station-errors/index.ts";
import { findStation, lockStation } from "../stations/index.ts";
import { changeEntry, entryTarget, type EntryChange } from "./change-entry.ts";
import { createEntries } from "./create-entries.ts";
import { findEntry, lockEntry, searchEntries } from "./entry-queries.ts";
import { asReply, readLog, withReplies } from "./read-log.ts";
import { tagRoutes, type TagOptions } from "./tag-routes.ts";

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

  route(app, searchSupportLog, async ({ query, scope }) => {
    const entries = await searchEntries(scoped(shared, scope), scope, query.q);
    return answer(200, { entries, count: entries[0]?.count ?? 0 });
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
      const rows = await createEntries(tx, [station], { parent: null, author: authorOf(principal), entry });
      const [created] = await withReplies(tx, rows);
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
      const [row] = await createEntries(tx, [station], { parent: id, author: authorOf(principal), entry: reply });
      if (!row) throw notFound();
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
