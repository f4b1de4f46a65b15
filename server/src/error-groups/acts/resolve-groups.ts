import { RESOLVED_AT_ONCE, type resolveErrorGroups } from "@groundcrew/shared/error-groups";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { change, type AuditNote } from "../../audit/index.ts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { answer, authorOf, type Call } from "../../platform/http/index.ts";
import { addJob, FEW_PLACES, jobHandler, jobKind, type JobHandler } from "../../platform/jobs/index.ts";
import { changeEntry } from "../../support-log/index.ts";
import { notifyGroupOwners, personOf } from "../../ownership/index.ts";
import { lockSeen, targetOf } from "./acts.ts";
import {
  advanceResolution,
  countOpen,
  findResolution,
  groupsOf,
  insertResolutions,
  lockStationsNamed,
  markResolved,
  resolveOpen,
  selectOpen,
  stationsOfEntries,
  withParts,
  type Resolution,
} from "./act-queries.ts";
import { findGroups } from "../list-queries.ts";
import { fingerprintIdsOf } from "../newest-queries.ts";
import { lockGroups, addGroupHistory, shareGroups } from "../status-queries.ts";

/** Errors that one transaction in the background resolves. */
const PIECE = 2_000;
/** A run of a job has to end within half a minute; the rest becomes a job of its own. */
const RUN_MS = 8 * SECOND_MS;

const resolving = jobKind("resolve_errors", z.strictObject({ resolution: z.int() }));

/**
 * Resolves the open errors of groups: all in this call, or afterwards when there are too many. Returns the answer and the stations that
 * changed.
 */
export async function resolveAll(db: Db, call: Call<typeof resolveErrorGroups>, now: number) {
  const { groups: seen, solution, fixed_from, incidents } = call.body;
  const ids = seen.map(({ id }) => id);
  const by = call.principal.kind === "user" ? call.principal.user.email : call.principal.kind;
  const author = authorOf(call.principal);
  const stations: string[] = [];
  const outcome = await change(db, call, async (tx) => {
    const isMany = (await countOpen(tx, ids)) > RESOLVED_AT_ONCE;
    const limits = { last: null, limit: RESOLVED_AT_ONCE };
    const open = isMany ? [] : await selectOpen(tx, await fingerprintIdsOf(tx, ids), limits);
    const names = open.map(({ station_name }) => station_name).concat(await stationsOfEntries(tx, incidents));
    stations.push(...new Set(names));
    await lockStationsNamed(tx, stations);
    const entryNotes: AuditNote[] = [];
    for (const entry of incidents) {
      const to = { status: "incident_resolved", public: null } as const;
      const { audit } = await changeEntry(tx, { scope: call.scope, entry, to, author });
      entryNotes.push(...[audit].flat());
    }
    const locked = await lockSeen(tx, seen);
    const errors = locked.reduce((sum, { open_all }) => sum + open_all, 0);
    const me = personOf(call.principal);
    await notifyGroupOwners(tx, ids, { text: `${author} resolved all its errors: ${solution}`, me, now });
    await markResolved(tx, ids, { solution, by, fixed_from });
    await addGroupHistory(tx, ids, {
      kind: "resolved",
      author,
      note: solution,
      details: { ...(locked.length === 1 && { errors }), fixed_from },
    });
    await resolveOpen(
      tx,
      open.map(({ id }) => id),
      { solution, by },
    );
    // Too many for this call, or stored while the stations were being locked.
    const left = await insertResolutions(tx, ids, { solution, by });
    for (const resolution of left) await addJob(tx, resolving, { payload: { resolution } });
    const body = { groups: await findGroups(tx, ids, now), errors };
    const notes = locked.map(({ id, state, open_all }) => ({
      target: targetOf(id),
      orgId: null,
      before: { state },
      after: { state: "resolved", solution, fixed_from, errors: open_all },
    }));
    return { answer: isMany ? answer(202, body) : answer(200, body), audit: [...entryNotes, ...notes] };
  });
  return { outcome, stations };
}

/** Resolves the errors that a call left, in pieces. A server that stops in between loses one piece at most, which the next run repeats. */
export function resolutionHandler({ db, runMs = RUN_MS }: { db: Db; runMs?: number }): JobHandler {
  return jobHandler(
    resolving,
    async ({ resolution: id }) => {
      const end = performance.now() + runMs;
      const resolution = await findResolution(db, id);
      if (!resolution || resolution.ended !== null) return;
      while (performance.now() < end) {
        if ((await resolvePiece(db, resolution)) === "all") return;
      }
      await addJob(db, resolving, { payload: { resolution: id } });
    },
    FEW_PLACES,
  );
}

async function resolvePiece(
  db: Db,
  { id, group_id, fingerprints, last_error: last, solution, author: by }: Resolution,
): Promise<"all" | "more"> {
  return inTransaction(db, async (tx) => {
    const open = await selectOpen(tx, await withParts(tx, fingerprints), { last, limit: PIECE });
    await lockStationsNamed(tx, [...new Set(open.map(({ station_name }) => station_name))].sort());
    await shareGroups(tx);
    const groups = [...new Set([group_id, ...(await groupsOf(tx, await withParts(tx, fingerprints)))])];
    await lockGroups(tx, groups);
    const ids = open.map((error) => error.id);
    const done = await resolveOpen(tx, ids, { solution, by });
    // Also those that a split has moved meanwhile, which it cannot while their groups are locked.
    const left = await selectOpen(tx, await withParts(tx, fingerprints), { last, limit: 1 });
    const hasEnded = left.length === 0;
    await advanceResolution(tx, id, { done, hasEnded, groups });
    return hasEnded ? "all" : "more";
  });
}
