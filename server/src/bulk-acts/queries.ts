import {
  bulkState,
  type BulkAct,
  type BulkActStation,
  type BulkFacts,
  type BulkKind,
  type BulkReason,
  type BulkState,
} from "@groundcrew/shared/bulk-acts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { isoText, lockInPieces, type Db } from "../platform/db/index.ts";
import type { CallRequest, Scope } from "../platform/http/index.ts";
import { tagsOf, type PlacedTag } from "../sites/index.ts";

/** A station of an act, locked, with what decides about it and when it was last edited. */
export type LockedStation = Omit<BulkFacts, "tags"> & {
  name: string;
  serial_number: string;
  site_id: number | null;
  tags: PlacedTag[];
  has_errors: boolean;
  edited: Timestamp | null;
};

/**
 * Locks stations in the scope, by name. Those that are not in the scope are left out. `planned` is the begin of maintenance that would overlap one
 * between these times. `isUp` says whether a station is online.
 */
export async function lockStations(
  tx: Db,
  names: readonly string[],
  {
    scope: { orgId },
    from,
    until,
    isUp,
  }: { scope: Scope; from: Timestamp; until: Timestamp; isUp: (name: string) => boolean },
): Promise<LockedStation[]> {
  const isVisible = sql`(${orgId}::integer is null or s.org_id = ${orgId})`;
  await lockInPieces(tx, names, (piece) =>
    sql`
      select from stations s where s.name = any(${piece}) and ${isVisible}
      order by s.name limit ${piece.length} for no key update`.execute(tx),
  );
  // Other statements, which see what was committed while this one waited for the locks. Each reads its table once: for one that looks at the maintenance of
  // each station, PostgreSQL reads the same thousands of windows each time while it has no statistics about them.
  const found = await sql<
    Omit<LockedStation, "last_online_status" | "tags" | "planned"> & { maintenance_id: number | null }
  >`
    select s.name, s.serial_number, s.org_id, s.site_id, s.retired, s.edited, s.maintenance_id, st.last_online,
      (select json_build_object('until', ${isoText(sql`w.ends`)}) from maintenance_windows w where w.id = s.maintenance_id) as maintenance,
      exists (select from station_open_errors e where e.station_name = s.name and e.open > 0) as has_errors,
      (select json_build_object('owner_id', w.owner_id, 'rev', w.rev) from ownerships w where w.kind = 'station' and w.subject = s.name) as owner
    from stations s left join station_states st on st.station_name = s.name
    where s.name = any(${names}) and ${isVisible} order by s.name limit ${names.length}`.execute(tx);
  const windows = await sql<{ id: number; station_name: string; starts: Timestamp }>`
    select id, station_name, starts from maintenance_windows
    where station_name = any(${names}) and ended_at is null and starts < ${until} and ends > ${from}
    order by station_name, starts, id`.execute(tx);
  const windowsOf = Map.groupBy(windows.rows, ({ station_name }) => station_name);
  const tags = await tagsOf(tx, names);
  return found.rows.map(({ maintenance_id, ...station }) =>
    Object.assign(station, {
      last_online_status: isUp(station.name),
      planned: windowsOf.get(station.name)?.find(({ id }) => id !== maintenance_id)?.starts ?? null,
      tags: tags.get(station.name) ?? [],
    }),
  );
}

/** The request that began an act, as the audit names it. */
export type ActRequest = Pick<CallRequest, "id" | "ip" | "agent">;

/** An act to be stored. */
type AddedAct = {
  user_id: number;
  org_id: number;
  kind: BulkKind;
  created: Timestamp;
  lights_on: boolean | null;
  request: ActRequest;
};

/** The outcome at a station that is stored. `undo` is null unless the act can be undone there. */
export type Outcome = { station: string; state: BulkState; reason: BulkReason | null; undo: unknown };

/** Adds an act with the outcome at each station, and returns its id. */
export async function insertAct(tx: Db, act: AddedAct, outcomes: readonly Outcome[]): Promise<number> {
  const { user_id, org_id, kind, created, lights_on, request } = act;
  const found = await sql<{ id: number }>`
    with act as (
      insert into bulk_acts (user_id, org_id, kind, created, lights_on, request)
      values (${user_id}, ${org_id}, ${kind}, ${created}, ${lights_on}, ${JSON.stringify(request)}) returning id
    ), stations as (
      insert into bulk_act_stations (act_id, station_name, state, reason, undo)
      select act.id, station, state, reason, undo from act,
        jsonb_to_recordset(${JSON.stringify(outcomes)}) o(station text, state text, reason jsonb, undo jsonb)
    )
    select id from act`.execute(tx);
  const [row] = found.rows;
  if (!row) throw new Error("An inserted act came back empty.");
  return row.id;
}

/** An act as it is stored. */
export type StoredAct = Omit<BulkAct, "undo_until">;

type ActRow = Omit<StoredAct, "counts"> & { counts: Partial<Record<BulkState, number>> | null };

const ACTS = sql`
  select id, kind, created, undone, lights_on,
    (select json_object_agg(state, n) from (
      select state, count(*) as n from bulk_act_stations where act_id = a.id group by state
    ) c) as counts
  from bulk_acts a`;

/** The acts that a person began after a time, newest first; at most `limit`. */
export async function selectActs(
  db: Db,
  userId: number,
  { after, limit }: { after: Timestamp; limit: number },
): Promise<StoredAct[]> {
  const found = await sql<ActRow>`${ACTS}
    where user_id = ${userId} and created > ${after} order by created desc, id desc limit ${limit}`.execute(db);
  return found.rows.map(withZeros);
}

/** An act that a person began; undefined if there is none. */
export async function findAct(db: Db, userId: number, id: number): Promise<StoredAct | undefined> {
  const found = await sql<ActRow>`${ACTS} where user_id = ${userId} and id = ${id}`.execute(db);
  return found.rows.map(withZeros)[0];
}

const NONE: StoredAct["counts"] = {
  failed: 0,
  left_out: 0,
  running: 0,
  waiting: 0,
  kept: 0,
  undone: 0,
  done: 0,
  unchanged: 0,
};

function withZeros(act: ActRow): StoredAct {
  return { ...act, counts: { ...NONE, ...act.counts } };
}

/** The outcome of an act at each station in the scope, by state, then by serial number. */
export async function selectOutcomes(
  db: Db,
  { orgId }: Scope,
  { act, limit }: { act: number; limit: number },
): Promise<BulkActStation[]> {
  const found = await sql<BulkActStation>`
    select b.station_name as station, s.serial_number, o.name as organization_name, b.state, b.reason, b.detail, b.since, b.images
    from bulk_act_stations b join stations s on s.name = b.station_name join organizations o on o.id = s.org_id
    where b.act_id = ${act} and (${orgId}::integer is null or s.org_id = ${orgId})
    order by array_position(${bulkState.options}::text[], b.state), s.serial_number, b.station_name limit ${limit}`.execute(
    db,
  );
  return found.rows;
}

/** Marks an act of a person as undone; false if it was undone already. */
export async function markUndone(tx: Db, id: number, at: Timestamp): Promise<boolean> {
  const found = await sql`update bulk_acts set undone = ${at} where id = ${id} and undone is null`.execute(tx);
  return found.numAffectedRows === 1n;
}

/** The stations that an act changed, by name, with what has to be as the act left it. */
export async function selectUndo(tx: Db, act: number, limit: number): Promise<{ station: string; undo: unknown }[]> {
  const found = await sql<{ station: string; undo: unknown }>`
    select station_name as station, undo from bulk_act_stations
    where act_id = ${act} and state = 'done' order by station_name limit ${limit}`.execute(tx);
  return found.rows;
}

/**
 * Marks the stations that an act changed: as kept where there is a reason, or else as undone. Joins nothing: while the database has no statistics about the
 * stations of a new act, it would read all of them for each of them.
 */
export async function storeUndone(
  tx: Db,
  act: number,
  kept: readonly { station: string; reason: BulkReason }[],
): Promise<void> {
  for (const [reason, same] of Map.groupBy(kept, (one) => JSON.stringify(one.reason))) {
    await sql`
      update bulk_act_stations set state = 'kept', reason = ${reason}
      where act_id = ${act} and state = 'done' and station_name = any(${same.map(({ station }) => station)})`.execute(
      tx,
    );
  }
  await sql`
    update bulk_act_stations set state = 'undone', reason = null where act_id = ${act} and state = 'done'`.execute(tx);
}

/**
 * Keeps the sites and tags that stations had before an act from being deleted until the transaction ends. Who deletes one locks it before its stations: so
 * do this before `lockStations`.
 */
export async function keepReturned(tx: Db, act: number): Promise<void> {
  await sql`
    select from sites where id in (select (undo->>'site_id')::integer from bulk_act_stations where act_id = ${act})
    order by id for key share`.execute(tx);
  await sql`
    select from station_tags where id in (
      select (t->>'id')::integer from bulk_act_stations b cross join jsonb_array_elements(b.undo->'tags') t where b.act_id = ${act}
    ) order by id for key share`.execute(tx);
}

/** Moves the stations of an act from one state to another, and returns them by name. A reason replaces the one before, as does a failure. */
export async function changeStates(
  tx: Db,
  act: number,
  { from, to, reason = null }: { from: BulkState; to: BulkState; reason?: BulkReason | null },
): Promise<{ name: string; org_id: number }[]> {
  const found = await sql<{ name: string; org_id: number }>`
    with changed as (
      update bulk_act_stations
      set state = ${to}, reason = ${reason === null ? null : JSON.stringify(reason)}, detail = null, since = null, images = null
      where act_id = ${act} and state = ${from} returning station_name
    ), noticed as (update bulk_acts set undone = undone where id = ${act})
    select s.name, s.org_id from changed join stations s on s.name = station_name order by s.name`.execute(tx);
  return found.rows;
}
