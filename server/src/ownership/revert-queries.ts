import { OWNED_HOURS, type Ownership } from "@groundcrew/shared/ownership";
import { UNDO_S } from "@groundcrew/shared/undo";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { IS_ADMIN, numberIn, type Subject, type Subjects } from "./queries.ts";

/**
 * Returns owners to what an act resolved, by an entry of the act in the audit log: to what has no owner since, from those who can still be
 * owners.
 */
export async function returnEndedOwners(tx: Db, entry: number): Promise<(Subject & { owner: string })[]> {
  // What one transaction has added has the same `xmin`.
  const found = await sql<Subject & { owner: string }>`
    with ended as (
      select o.*, h.owner from ownership_history h, jsonb_populate_record(null::ownerships, h.ended) o
      where h.action = 'ended' and h.at > now() - make_interval(secs => ${2 * UNDO_S})
        and h.xmin = (select a.xmin from audit_entries a where a.id = ${entry})
    ), returned as (
      insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, note, rev)
      select kind, subject, owner_id, by_name, assigned_at, acknowledged_at, now() + make_interval(hours => ${OWNED_HOURS}), note,
        nextval('ownership_revisions')
      from ended where owner_id in (select id from users where ${IS_ADMIN})
      order by kind, subject on conflict (kind, subject) do nothing returning kind, subject
    )
    select kind, subject, owner from returned join ended using (kind, subject)`.execute(tx);
  return found.rows;
}

/** Who had a thing before its latest assignment, and whether they can have it again. */
type FormerOwner = { subject: string; owner: string; is_assignee: boolean };

/** The former owners of things that have been assigned, by subject; things that nobody had are left out. */
export async function selectFormerOwners(tx: Db, { kind, subjects }: Subjects): Promise<FormerOwner[]> {
  const found = await sql<FormerOwner>`
    select o.subject, coalesce(nullif(u.name, ''), u.email, '') as owner, coalesce(${IS_ADMIN}, false) as is_assignee
    from ownerships o left join users u on u.id = (o.previous->>'owner_id')::integer
    where o.kind = ${kind} and o.subject = any(${subjects}) and o.previous->>'owner_id' is not null
    order by o.subject limit ${subjects.length}`.execute(tx);
  return found.rows;
}

/** Makes a locked group new again that its owner made ongoing by acknowledging it. */
export async function returnNew(tx: Db, subject: string, by: string): Promise<void> {
  // Acknowledging has set both times at once.
  await sql`
    update error_groups g
    set state = 'new', state_since = now(), state_reason = null, rev = g.rev + 1, changed_by = ${by}, changed_action = 'changed'
    from ownerships o
    where o.kind = 'group' and o.subject = ${subject} and g.id = ${numberIn(subject)}::integer and g.state = 'ongoing'
      and g.changed_action = 'acknowledged' and g.state_since = o.acknowledged_at`.execute(tx);
}

/** Gives something the owner that it had before, with the times from then, except that it ends in a day. */
export async function putOwner(
  tx: Db,
  { kind, subject }: Subject,
  { owner_id, by, assigned_at, acknowledged_at, note }: Omit<Ownership, "owner_id"> & { owner_id: number },
): Promise<void> {
  await sql`
    insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, note, rev)
    values (${kind}, ${subject}, ${owner_id}, ${by}, ${assigned_at}, ${acknowledged_at}, now() + make_interval(hours => ${OWNED_HOURS}),
      ${note}, nextval('ownership_revisions'))
    on conflict (kind, subject) do update
    set owner_id = excluded.owner_id, by_id = null, by_name = excluded.by_name, assigned_at = excluded.assigned_at,
      acknowledged_at = excluded.acknowledged_at, until = excluded.until, note = excluded.note, previous = null, rev = excluded.rev`.execute(
    tx,
  );
}
