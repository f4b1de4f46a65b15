import type { Timestamp } from "@groundcrew/shared/lib";
import { OWNED_HOURS, type OwnedKind, type Ownership } from "@groundcrew/shared/ownership";
import { sql, type RawBuilder } from "kysely";
import { isoText, type Db } from "../platform/db/index.ts";

/**
 * Kinds of things that can have an owner. The subject of an alert also names the organization whose owner it is; without one, it is that of support
 * staff.
 */
export type Owned = OwnedKind | "alert";

/** An SQL expression for the ownership of something as JSON; null without an owner. */
export function ownershipOf(kind: Owned, subject: RawBuilder<unknown>): RawBuilder<Ownership | null> {
  return sql<Ownership | null>`(
    select ${OWNERSHIP} from ownerships o join users u on u.id = o.owner_id where o.kind = ${kind} and o.subject = ${subject}
  )`;
}

/** A row of `ownerships o` with its owner, `users u`. */
const OWNERSHIP = sql<Ownership>`
  json_build_object('owner_id', o.owner_id, 'owner', coalesce(nullif(u.name, ''), u.email), 'by', o.by_name,
    'assigned_at', ${isoText(sql`o.assigned_at`)}, 'acknowledged_at', ${isoText(sql`o.acknowledged_at`)}, 'until', ${isoText(sql`o.until`)},
    'note', o.note, 'rev', o.rev)`;

/** Prolongs the ownership of things that someone has acted on. */
export async function prolongOwnership(tx: Db, kind: Owned, subjects: readonly string[]): Promise<void> {
  await sql`
    update ownerships set until = now() + make_interval(hours => ${OWNED_HOURS})
    where kind = ${kind} and subject = any(${subjects})`.execute(tx);
}

/** The owner that `mergeOwners` gives a merged group; undefined when none of the groups has one. */
export async function findMergedOwner(
  tx: Db,
  groups: readonly string[],
): Promise<{ id: number; name: string } | undefined> {
  const found = await sql<{ id: number; name: string }>`
    select u.id, coalesce(nullif(u.name, ''), u.email) as name from ownerships o join users u on u.id = o.owner_id
    where o.kind = 'group' and o.subject = any(${groups})
    order by ${LAST_ACKNOWLEDGED} limit 1`.execute(tx);
  return found.rows[0];
}

const LAST_ACKNOWLEDGED = sql`acknowledged_at desc nulls last, assigned_at desc, subject`;

/** Gives a merged group the owner of those groups who acknowledged last, or was assigned last if none did. */
export async function mergeOwners(
  tx: Db,
  { into, others }: { into: string; others: readonly string[] },
): Promise<void> {
  await sql`
    insert into ownerships as o (kind, subject, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, note, reminded, rev)
    select kind, ${into}, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, note, reminded, nextval('ownership_revisions')
    from ownerships
    where kind = 'group' and (subject = ${into} or subject = any(${others}))
    order by ${LAST_ACKNOWLEDGED} limit 1
    on conflict (kind, subject) do update
    set owner_id = excluded.owner_id, by_id = excluded.by_id, by_name = excluded.by_name, assigned_at = excluded.assigned_at,
      acknowledged_at = excluded.acknowledged_at, until = excluded.until, note = excluded.note, reminded = excluded.reminded,
      previous = null, rev = excluded.rev`.execute(tx);
}

/** The ownership of something, locked. */
export async function findOwnership(tx: Db, { kind, subject }: Subject): Promise<Ownership | null> {
  return (await findOwnerships(tx, { kind, subjects: [subject] })).get(subject) ?? null;
}

/** The ownerships of things by their subjects, locked in that order; things without an owner are left out. */
export async function findOwnerships(tx: Db, { kind, subjects }: Subjects): Promise<Map<string, Ownership>> {
  const found = await sql<{ subject: string; ownership: Ownership }>`
    select o.subject, ${OWNERSHIP} as ownership from ownerships o join users u on u.id = o.owner_id
    where o.kind = ${kind} and o.subject = any(${subjects})
    order by o.subject limit ${subjects.length} for no key update of o`.execute(tx);
  return new Map(found.rows.map(({ subject, ownership }) => [subject, ownership]));
}

/**
 * The people who have these things, had them before or assigned them cannot be removed until the transaction ends. Removing one changes their ownerships in
 * any order: so do this before locking several.
 */
export async function keepOwners(tx: Db, { kind, subjects }: Subjects): Promise<void> {
  await sql`
    select from users where id in (
      select unnest(array[owner_id, by_id, (previous->>'owner_id')::integer, (previous->>'by_id')::integer]) from ownerships
      where kind = ${kind} and subject = any(${subjects})
    ) order by id for key share`.execute(tx);
}

/** Admin rights count in the provider's organization only. */
export const IS_ADMIN = sql`can_admin and org_id in (select id from organizations where is_provider)`;

/** Whether someone can have things. The user cannot be removed until the transaction ends. */
export async function isAssignee(tx: Db, id: number): Promise<boolean> {
  const found = await sql`select from users where id = ${id} and ${IS_ADMIN} for key share`.execute(tx);
  return found.rows.length > 0;
}

/** Why something cannot have an owner; `unknown` if it does not exist, null if it can. It is locked until the transaction ends. */
export async function lockSubject(tx: Db, kind: OwnedKind, subject: string): Promise<"unknown" | "ended" | null> {
  const found = await sql<{ has_ended: boolean }>`${subjectQuery(kind, subject)}`.execute(tx);
  const [row] = found.rows;
  if (!row) return "unknown";
  return row.has_ended ? "ended" : null;
}

function subjectQuery(kind: OwnedKind, subject: string): RawBuilder<{ has_ended: boolean }> {
  switch (kind) {
    case "group":
      return sql`
        select state = 'resolved' or merged_into is not null as has_ended from error_groups
        where id::text = ${subject} and id = ${numberIn(subject)}::integer for no key update`;
    case "station":
      return sql`
        select not exists (
          select from station_open_errors o where o.station_name = s.name and o.open > 0
        ) as has_ended from stations s where s.name = ${subject} for no key update of s`;
    case "incident":
      return sql`
        select status = 'incident_resolved' as has_ended from support_log_entries
        where id = ${numberIn(subject)}::bigint and status like 'incident%' for no key update`;
  }
}

export function numberIn(subject: string): number | null {
  return /^[1-9]\d{0,8}$/.test(subject) ? Number(subject) : null;
}

/** A new owner. `acknowledged` says whether they have accepted; an assignment can be undone. */
export type NewOwner = {
  ownerId: number;
  byId: number;
  by: string;
  acknowledged: boolean;
  isAssignment: boolean;
  note: string | null;
};

/** Stores the owner of things, and for an assignment the previous owner of each. */
export async function setOwner(
  tx: Db,
  { kind, subjects }: Subjects,
  { ownerId, byId, by, acknowledged, isAssignment, note }: NewOwner,
): Promise<void> {
  await sql`
    insert into ownerships as o (kind, subject, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, note, previous, rev)
    select ${kind}, subject, ${ownerId}, ${byId}, ${by}, now(), case when ${acknowledged} then now() end,
      now() + make_interval(hours => ${OWNED_HOURS}), ${note}, case when ${isAssignment} then '{"owner_id":null}'::jsonb end,
      nextval('ownership_revisions')
    from unnest(${subjects}::text[]) subject order by subject
    on conflict (kind, subject) do update
    set owner_id = excluded.owner_id, by_id = excluded.by_id, by_name = excluded.by_name, assigned_at = excluded.assigned_at,
      acknowledged_at = excluded.acknowledged_at, until = excluded.until, note = excluded.note, reminded = false,
      previous = case when ${isAssignment} then jsonb_build_object('owner_id', o.owner_id, 'by_id', o.by_id, 'by_name', o.by_name,
        'assigned_at', o.assigned_at, 'acknowledged_at', o.acknowledged_at, 'note', o.note, 'reminded', o.reminded) end,
      rev = excluded.rev`.execute(tx);
  // A group is new until someone acknowledges it.
  if (kind !== "group" || !acknowledged) return;
  await sql`
    update error_groups set state = 'ongoing', state_since = now(), state_reason = null, rev = rev + 1, changed_by = ${by},
      changed_action = 'acknowledged'
    where id = any(${subjects.map(numberIn)}::integer[]) and state = 'new'`.execute(tx);
}

export type Subject = { kind: Owned; subject: string };
/** Several things of one kind. */
export type Subjects = { kind: Owned; subjects: readonly string[] };

/** Ends the ownership of things. */
export async function deleteOwners(tx: Db, { kind, subjects }: Subjects): Promise<void> {
  await sql`delete from ownerships where kind = ${kind} and subject = any(${subjects})`.execute(tx);
}

/** Adds to the histories of things. `owner` has them now, or had them before they were released. */
export async function addOwnershipHistory(
  tx: Db,
  { kind, subjects }: Subjects,
  entry: { action: string; author: string; owner: string; note?: string | null },
): Promise<void> {
  await sql`
    insert into ownership_history (kind, subject, at, action, author, owner, note)
    select ${kind}, subject, now(), ${entry.action}, ${entry.author}, ${entry.owner}, ${entry.note ?? null}
    from unnest(${subjects}::text[]) with ordinality s(subject, nth) order by nth`.execute(tx);
}

/** The owners of several things. */
export async function selectOwners(
  tx: Db,
  kind: Owned,
  subjects: readonly string[],
): Promise<{ subject: string; owner_id: number }[]> {
  const found = await sql<{ subject: string; owner_id: number }>`
    select subject, owner_id from ownerships where kind = ${kind} and subject = any(${subjects})
    order by subject limit ${subjects.length}`.execute(tx);
  return found.rows;
}

/** A thing that no longer has this owner, and the person who had assigned it, if the account exists. */
type Expired = Subject & { owner_id: number; owner: string; by_id: number | null };

/** How many things are taken at once. What is assigned together, which may be all stations, ends at the same time, and a statement may take four seconds. */
const TAKEN_AT_ONCE = 5_000;

/** Releases things that nobody has acted on for the time that ownership lasts, except those that are being changed; at most 5,000, the oldest. */
export async function takeExpired(tx: Db, now: Timestamp): Promise<Expired[]> {
  const found = await sql<Expired>`
    with expired as (
      delete from ownerships o using users u
      where u.id = o.owner_id and (o.kind, o.subject) in (
        select kind, subject from ownerships where until <= ${now}::timestamptz
        order by until, kind, subject limit ${TAKEN_AT_ONCE} for update skip locked
      )
      returning o.kind, o.subject, o.owner_id, o.by_id, coalesce(nullif(u.name, ''), u.email) as owner
    ), noted as (
      insert into ownership_history (kind, subject, at, action, owner)
      select kind, subject, ${now}, 'expired', owner from expired
    )
    select kind, subject, owner_id, by_id, owner from expired order by kind, subject`.execute(tx);
  return found.rows;
}

/** How long after an assignment the person who made it is notified that it was not acknowledged. */
const ACKNOWLEDGED_WITHIN = sql`interval '1 hour'`;

/** Takes assignments by someone other than the owner that were not acknowledged in time; at most 5,000, the oldest. Each is returned once. */
export async function takeUnacknowledged(
  tx: Db,
  now: Timestamp,
): Promise<(Subject & { owner: string; by_id: number })[]> {
  const found = await sql<Subject & { owner: string; by_id: number }>`
    with taken as (
      update ownerships set reminded = true
      where (kind, subject) in (
        select kind, subject from ownerships
        where acknowledged_at is null and not reminded and assigned_at <= ${now}::timestamptz - ${ACKNOWLEDGED_WITHIN}
        order by assigned_at, kind, subject limit ${TAKEN_AT_ONCE} for no key update skip locked
      )
      returning kind, subject, owner_id, by_id
    )
    select t.kind, t.subject, t.by_id, coalesce(nullif(u.name, ''), u.email) as owner
    from taken t join users u on u.id = t.owner_id where t.by_id <> t.owner_id order by t.kind, t.subject`.execute(tx);
  return found.rows;
}

/** Returns things to those who had them before the latest assignment, as it was then. They exist. */
export async function restoreOwners(tx: Db, { kind, subjects }: Subjects): Promise<void> {
  await sql`
    update ownerships
    set owner_id = (previous->>'owner_id')::integer, by_id = (select id from users where id = (previous->>'by_id')::integer),
      by_name = previous->>'by_name', assigned_at = (previous->>'assigned_at')::timestamptz,
      acknowledged_at = (previous->>'acknowledged_at')::timestamptz, note = previous->>'note',
      reminded = (previous->>'reminded')::boolean, previous = null, until = now() + make_interval(hours => ${OWNED_HOURS}),
      rev = nextval('ownership_revisions')
    where kind = ${kind} and subject = any(${subjects}) and previous is not null`.execute(tx);
}
