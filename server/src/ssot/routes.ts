import {
  listSsotEntries,
  marksOf,
  saveReplaceables,
  saveSsotEntry,
  type SavedEntry,
  checkPrecondition,
  nextRevision,
  type FieldValue,
  type Precondition,
} from "@groundcrew/shared/ssot";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb, type Db } from "../platform/db/index.ts";
import {
  answer,
  notFound,
  route,
  type Call,
  type Scope,
  authorOf,
  Problem,
  type CallRequest,
  type Principal,
} from "../platform/http/index.ts";
import { findStation, lockStation } from "../stations/index.ts";
import { selectRevisions, type RevisionTable, type Revision, insertRevision, latestRevision } from "./queries.ts";

type RouteOptions = {
  db: SharedDb;
  now: () => number;
  /** Updates stations on the board. Await it, so that callers read their own writes. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** The single source of truth about stations: their hardware variation, and which of their parts are due for replacement. */
export function ssotRoutes(app: FastifyInstance, { db: shared, now, refresh }: RouteOptions): void {
  async function save(call: Call<typeof saveSsotEntry> | Call<typeof saveReplaceables>, table: RevisionTable) {
    const { station } = call.params;
    const precondition = {
      ifMatch: call.headers["if-match"],
      ifUnmodifiedSince: call.headers["if-unmodified-since"],
    };
    const saved = await saveRevision(scoped(shared, call.scope), call, {
      table,
      station,
      entry: call.body,
      precondition,
      now: now(),
    });
    await refresh([station]);
    return saved;
  }

  route(app, listSsotEntries, async ({ params, scope }) => {
    const db = scoped(shared, scope);
    if (!(await findStation(db, params.station, scope))) throw notFound();
    const revisions = await selectRevisions(db, params.station);
    const entries = revisions.map((revision) => visibleEntry(revision, scope));
    return answer(200, entries, marksOf(entries[0]?.created ?? null));
  });
  route(app, saveSsotEntry, (call) => save(call, "ssot_entries"));
  route(app, saveReplaceables, (call) => save(call, "replaceables_entries"));
}

/** A revision as it is sent. Only admins see its author. */
function visibleEntry({ created, author, entry }: Revision, scope: Scope): SavedEntry {
  const saved = { ...entry, created };
  return scope.admin ? { ...saved, author } : saved;
}

type Save = {
  table: RevisionTable;
  station: string;
  entry: Record<string, FieldValue>;
  precondition: Precondition;
  now: number;
};

type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/**
 * Adds a revision if it is based on the latest one. The station is locked for the check, so of several saves based on one revision exactly
 * one succeeds.
 */
async function saveRevision(db: Db, caller: Caller, { table, station, entry, precondition, now }: Save) {
  return change(db, caller, async (tx) => {
    const locked = await lockStation(tx, station, caller.scope);
    if (!locked) throw notFound();
    const latest = await latestRevision(tx, station, table);
    requireCurrent(precondition, latest, now);
    const created = nextRevision(latest?.created ?? null, now);
    await insertRevision(tx, table, { station, author: authorOf(caller.principal), created, entry });
    const saved: SavedEntry = { ...entry, created };
    const audit = { target: `station ${station}`, orgId: locked.org_id, before: latest?.entry, after: entry };
    return { answer: answer(200, saved, marksOf(created)), audit };
  });
}

function requireCurrent(precondition: Precondition, latest: Revision | undefined, now: number): void {
  const created = latest?.created ?? null;
  switch (checkPrecondition(precondition, created, now)) {
    case "current":
      return;
    case "missing":
      throw new Problem(428, "Say which revision was changed: send If-Match, or If-Unmodified-Since with a time.");
    case "outdated":
      throw new Problem(412, `This data is outdated: ${by(latest)}. Load it again.`, { headers: marksOf(created) });
  }
}

function by(latest: Revision | undefined): string {
  return latest ? `${latest.author} saved changes` : "there are new changes";
}
