import {
  BULK_STATIONS_MAX,
  BULK_UNDO_MINUTES,
  bulkRestore,
  bulkRetire,
  bulkVerdict,
  type BulkAct,
  type BulkFacts,
  type BulkKind,
  type BulkReason,
  type BulkState,
  type PlannedAct,
  type undoBulkAct,
} from "@groundcrew/shared/bulk-acts";
import { MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { change, type AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import {
  answer,
  notFound,
  Problem,
  requireConfirmation,
  type CallRequest,
  type Principal,
  type Scope,
} from "../platform/http/index.ts";
import type { Call } from "../platform/http/index.ts";
import { undos } from "./data-acts.ts";
import {
  changeStates,
  findAct,
  insertAct,
  keepReturned,
  lockStations,
  markUndone,
  selectUndo,
  storeUndone,
  type LockedStation,
  type Outcome,
  type StoredAct,
} from "./queries.ts";
import { keptFor, seenTags, type ChangedStation, type Work } from "./work.ts";

/** Who acts, and the request. */
export type Caller = { principal: Principal; scope: Scope; request: CallRequest };

/** An act on stations, given by name. */
export type NewAct = {
  act: PlannedAct;
  names: readonly string[];
  /** When maintenance ends that the act begins. */
  until?: Timestamp;
  lightsOn?: boolean;
  /** Is called before the stations are locked. */
  prepare?: (tx: Db) => Promise<void>;
  /** Changes the stations that are to be changed. Without it, they wait. */
  apply?: (work: Work, stations: readonly LockedStation[]) => Promise<ChangedStation[]>;
  /** Is called in the same transaction. */
  onAdded?: (tx: Db, id: number, stations: readonly string[]) => Promise<void>;
};

type Now = { now: number; isUp: (name: string) => boolean };

/** Acts on stations in one transaction, and answers with the act. What each station is left out for is stored with it. */
export async function actOnStations(db: Db, caller: Caller, begun: NewAct & Now) {
  const { principal, scope, request } = caller;
  const { act, names, until, lightsOn = null, prepare, apply, onAdded, now, isUp } = begun;
  const { id: userId, user } = userOf(principal);
  const at = new Date(now).toISOString();
  return change(db, caller, async (tx) => {
    await prepare?.(tx);
    const stations = await lockStations(tx, names, { scope, from: at, until: until ?? at, isUp });
    if (stations.length < names.length) throw notFound({ field: "stations", message: "There is no such station." });
    const judged = stations.map((station) => ({ station, verdict: bulkVerdict(act, factsFor(user, station)) }));
    if (judged.every(({ verdict }) => verdict.is === "left_out" && verdict.reason.code === "not_yours"))
      throw new Problem(403, `Only admins and managers of their organizations can ${whatOf(act)}.`);
    const chosen = judged.flatMap(({ station, verdict }) => (verdict.is === "done" ? station : []));
    const changed = apply && chosen.length > 0 ? await apply({ tx, by: principal, at }, chosen) : [];
    const byName = new Map(changed.map((one) => [one.name, one]));
    const outcomes = judged.map(({ station: { name: station }, verdict }): Outcome => {
      if (verdict.is !== "done") return { station, state: verdict.is, reason: verdict.reason, undo: null };
      const { undo = null, leftOut = null } = byName.get(station) ?? {};
      if (leftOut !== null) return { station, state: "left_out", reason: leftOut, undo: null };
      return { station, state: apply ? "done" : "waiting", reason: null, undo };
    });
    const { id, ip, agent } = request;
    const stored = {
      user_id: userId,
      org_id: user.org_id,
      kind: act.kind,
      created: at,
      lights_on: lightsOn,
      request: { id, ip, agent },
    };
    const added = await insertAct(tx, stored, outcomes);
    await onAdded?.(
      tx,
      added,
      chosen.map(({ name }) => name),
    );
    const audit = apply
      ? changed.flatMap(({ notes }) => notes)
      : chosen.map((station) => imagesNote(station, { lights_on: lightsOn }));
    return { answer: answer(201, await foundAct(tx, userId, added)), audit };
  });
}

function factsFor(user: SessionUser, station: LockedStation): BulkFacts {
  return { ...station, tags: seenTags(user, station).map(({ name }) => name) };
}

function whatOf({ kind }: PlannedAct): string {
  return kind === "place" ? "change the site and the tags of these stations" : "put these stations into maintenance";
}

/** Moves the stations of a person's act from one state to another, and answers with the act as it is then. */
export async function changeAct(
  db: Db,
  call: Caller & { params: { act: number } },
  { from, to, reason, note, onChanged }: StateChange,
) {
  const { id: userId } = userOf(call.principal);
  return change(db, call, async (tx) => {
    const { id } = await foundAct(tx, userId, call.params.act);
    const changed = await changeStates(tx, id, { from, to, ...(reason && { reason }) });
    await onChanged?.(
      tx,
      id,
      changed.map(({ name }) => name),
    );
    return { answer: answer(200, await foundAct(tx, userId, id)), audit: changed.map((one) => imagesNote(one, note)) };
  });
}

type StateChange = {
  from: BulkState;
  to: BulkState;
  reason?: BulkReason;
  /** Is in the audit of each station. */
  note: Record<string, unknown>;
  onChanged?: (tx: Db, act: number, stations: readonly string[]) => Promise<void>;
};

function imagesNote({ name, org_id }: { name: string; org_id: number }, after: Record<string, unknown>): AuditNote {
  return { target: `station ${name}`, orgId: org_id, after };
}

/** The acts that managers can undo, at the stations that are theirs. */
const FOR_MANAGERS: ReadonlySet<BulkKind> = new Set(["maintenance", "place"]);

/** The acts that have to be confirmed: so has their undoing. */
const CONFIRMED: Partial<Record<BulkKind, { name: string }>> = { retire: bulkRetire, restore: bulkRestore };

/** Undoes an act of the caller. What each station is kept for that stays as it is, is stored. Returns the answer, and the stations that are as before. */
export async function undoBulk(db: Db, call: Call<typeof undoBulkAct>, { now, isUp }: Now) {
  const { principal, scope, params } = call;
  const { id: userId, user } = userOf(principal);
  const at = new Date(now).toISOString();
  let returned: readonly string[] = [];
  const undone = await change(db, call, async (tx) => {
    const act = await foundAct(tx, userId, params.act);
    const undo = undos[act.kind];
    if (act.undone !== null) throw undoneAlready();
    if (!undo || act.undo_until === null) throw new Problem(409, "This cannot be undone.");
    if (act.undo_until <= at) throw new Problem(409, `This can be undone for ${BULK_UNDO_MINUTES} minutes only.`);
    if (!FOR_MANAGERS.has(act.kind) && !user.can_admin) throw new Problem(403, "Only admins can do this.");
    const confirmed = CONFIRMED[act.kind];
    if (confirmed) requireConfirmation(principal, confirmed);
    if (!(await markUndone(tx, act.id, at))) throw undoneAlready();
    await keepReturned(tx, act.id);
    const rows = await selectUndo(tx, act.id, BULK_STATIONS_MAX);
    const names = rows.map(({ station }) => station);
    const locked = await lockStations(tx, names, { scope, from: at, until: at, isUp });
    const by = new Map(rows.map((row) => [row.station, row.undo]));
    const work = { tx, by: principal, at };
    const { undone, kept } = await undo(
      work,
      locked.map((station) => ({ station, undo: by.get(station.name) })),
    );
    const seen = new Set(locked.map(({ name }) => name));
    const hidden = names.flatMap((name) => (seen.has(name) ? [] : keptFor(name, "not_visible")));
    await storeUndone(tx, act.id, [...kept, ...hidden]);
    returned = undone.map(({ name }) => name);
    const changed = kept.filter(({ reason }) => reason.code === "changed").length;
    const body = { ...(await foundAct(tx, userId, act.id)), changed };
    return { answer: answer(200, body), audit: undone.flatMap(({ notes }) => notes) };
  });
  return { undone, names: returned };
}

function undoneAlready(): Problem {
  return new Problem(409, "This was undone already.");
}

/** An act that a person began. Throws 404 for any other. */
export async function foundAct(db: Db, userId: number, id: number): Promise<BulkAct> {
  const act = await findAct(db, userId, id);
  if (!act) throw notFound();
  return withUndo(act);
}

/** With the time until which it can be undone. */
export function withUndo(act: StoredAct): BulkAct {
  const isUndoable = act.undone === null && act.counts.done > 0 && canUndo(act.kind);
  const until = new Date(Date.parse(act.created) + BULK_UNDO_MINUTES * MINUTE_MS).toISOString();
  return { ...act, undo_until: isUndoable ? until : null };
}

function canUndo(kind: BulkKind): boolean {
  return undos[kind] !== undefined;
}

export function userOf(principal: Principal) {
  if (principal.kind !== "user") throw new Problem(403, "Only people can do this.");
  return principal;
}
