import { listSsotEntries, marksOf, saveReplaceables, saveSsotEntry, type SavedEntry } from "@groundcrew/shared/ssot";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../db/index.ts";
import { answer, notFound, route, type Call, type Scope } from "../http/index.ts";
import { findStation } from "../stations/index.ts";
import { selectRevisions, type RevisionTable, type Revision } from "./queries.ts";
import { saveRevision } from "./save.ts";

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
