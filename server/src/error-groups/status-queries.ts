import {
  errorGroupState,
  groupArchive,
  type ErrorGroupState,
  type GroupResolution,
  type GroupStatus,
} from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** A group, locked until the transaction ends, with the facts that determine its state. */
export type LockedGroup = GroupStatus & {
  id: number;
  title: string;
  job_type: string | null;
  rev: number;
  changed_by: string | null;
  changed_action: string | null;
  merged_into: number | null;
  open: number;
  open_all: number;
};

type StatusRow = Omit<LockedGroup, "state" | "archive" | "resolution"> & {
  state: string;
  archive: unknown;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
  solution: string | null;
  fixed_from: string | null;
};

export const STATUS_COLUMNS = sql`g.id, g.title, g.job_type, g.rev, g.changed_action,
  coalesce((select nullif(name, '') from users where email = g.changed_by), g.changed_by) as changed_by, g.merged_into, g.open, g.open_all,
  g.state, g.state_since, g.first_seen, g.total, g.stations_total, g.archive, g.resolved_at, g.resolved_by, g.solution, g.fixed_from`;

/** How a group was resolved, from its columns; null if it never was. */
function resolutionOf(
  row: Pick<StatusRow, "resolved_at" | "resolved_by" | "solution" | "fixed_from">,
): GroupResolution | null {
  const { resolved_at: at, resolved_by: by, solution, fixed_from } = row;
  return at === null || by === null || solution === null ? null : { at, by, solution, fixed_from };
}

export function statusOf({ resolved_at, resolved_by, solution, fixed_from, ...row }: StatusRow): LockedGroup {
  return {
    ...row,
    state: errorGroupState.parse(row.state),
    archive: row.archive === null ? null : groupArchive.parse(row.archive),
    resolution: resolutionOf({ resolved_at, resolved_by, solution, fixed_from }),
  };
}

/** Holds off merges until the transaction ends. Call it after stations are locked, and before groups. */
export async function shareGroups(tx: Db): Promise<void> {
  await sql`select share_error_groups()`.execute(tx);
}

/** Holds off everything that changes the counters of groups until the transaction ends. */
export async function holdGroups(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4031208)`.execute(tx);
}

/** Locks groups in the order of their ids, and returns them in that order. Unknown ids are left out. */
export async function lockGroups(tx: Db, ids: readonly number[]): Promise<LockedGroup[]> {
  return selectLocked(tx, sql`g.id = any(${ids}::integer[])`, ids.length);
}

/** Locks the groups of fingerprints, and returns each group's status and its fingerprints. */
export async function lockGroupsOf(tx: Db, fingerprints: readonly number[]): Promise<Map<number, LockedGroup>> {
  const distinct = [...new Set(fingerprints)];
  const groups = await selectLocked(
    tx,
    sql`g.id in (select group_id from error_fingerprints where id = any(${distinct}::integer[]))`,
    distinct.length,
  );
  const found = await sql<{ id: number; group_id: number }>`
    select id, group_id from error_fingerprints where id = any(${distinct}::integer[]) limit ${distinct.length}`.execute(
    tx,
  );
  const byId = new Map(groups.map((group) => [group.id, group]));
  return new Map(
    found.rows.flatMap(({ id, group_id }) => {
      const group = byId.get(group_id);
      return group ? [[id, group] as const] : [];
    }),
  );
}

async function selectLocked(tx: Db, condition: RawBuilder<unknown>, limit: number): Promise<LockedGroup[]> {
  const found = await sql<StatusRow>`
    select ${STATUS_COLUMNS} from error_groups g where ${condition}
    order by g.id limit ${limit} for no key update`.execute(tx);
  return found.rows.map(statusOf);
}

/** A state that a group enters by itself, and why. */
export type EnteredState = { id: number; state: ErrorGroupState; reason: string | null };

/** Moves locked groups to other states, with a note in their history. They are archived no more. */
export async function enterStates(tx: Db, changes: readonly EnteredState[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with entered as (
      update error_groups g
      set state = c.state, state_since = now(), state_reason = c.reason, rev = rev + 1, archive = null, archived_until = null,
        changed_by = null, changed_action = c.state
      from json_to_recordset(${JSON.stringify(changes)}::json) as c(id integer, state text, reason text)
      where g.id = c.id returning g.id, g.state, g.state_reason
    )
    insert into error_group_history (group_id, at, kind, note)
    select id, now(), state, state_reason from entered order by id`.execute(tx);
}

/** Adds to the history of groups, by default at the time of the transaction, so that its entries are in the order in which they are added. */
export async function addGroupHistory(
  tx: Db,
  ids: readonly number[],
  entry: { at?: Timestamp; kind: string; author: string | null; note?: string | null; details?: object | null },
): Promise<void> {
  const { at = null, kind, author, note = null, details = null } = entry;
  await sql`
    insert into error_group_history (group_id, at, kind, author, note, details)
    select id, coalesce(${at}::timestamptz, now()), ${kind}, ${author}, ${note}, ${details === null ? null : JSON.stringify(details)}::jsonb
    from unnest(${ids}::integer[]) as id order by id`.execute(tx);
}
