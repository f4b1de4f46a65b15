import { OWNED_HOURS, type Ownership, type OwnedKind } from "@groundcrew/shared/ownership";
import { sql, type RawBuilder } from "kysely";
import type { SharedDb } from "../db/index.ts";

/** An expression for who has something, as JSON; null when nobody has. */
export function ownershipOf(kind: OwnedKind, subject: RawBuilder<unknown>): RawBuilder<Ownership | null> {
  return sql<Ownership | null>`(
    select json_build_object('owner_id', o.owner_id, 'owner', coalesce(nullif(u.name, ''), u.email), 'by', o.by_name,
      'assigned_at', ${iso(sql`o.assigned_at`)}, 'acknowledged_at', ${iso(sql`o.acknowledged_at`)}, 'until', ${iso(sql`o.until`)},
      'note', o.note, 'rev', o.rev)
    from ownerships o join users u on u.id = o.owner_id where o.kind = ${kind} and o.subject = ${subject}
  )`;
}

/** A time within JSON as ISO text in UTC. */
function iso(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Prolongs the ownership of things that someone has acted on. */
export async function prolongOwnership(tx: SharedDb, kind: OwnedKind, subjects: readonly string[]): Promise<void> {
  await sql`
    update ownerships set until = now() + make_interval(hours => ${OWNED_HOURS})
    where kind = ${kind} and subject = any(${subjects})`.execute(tx);
}

/** Gives a merged group the owner of those groups who acknowledged last, or was assigned last if none did. */
export async function mergeOwners(
  tx: SharedDb,
  { into, others }: { into: string; others: readonly string[] },
): Promise<void> {
  await sql`
    insert into ownerships as o (kind, subject, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, note, rev)
    select kind, ${into}, owner_id, by_id, by_name, assigned_at, acknowledged_at, until, note, rev from ownerships
    where kind = 'group' and (subject = ${into} or subject = any(${others}))
    order by acknowledged_at desc nulls last, assigned_at desc, subject limit 1
    on conflict (kind, subject) do update
    set owner_id = excluded.owner_id, by_id = excluded.by_id, by_name = excluded.by_name, assigned_at = excluded.assigned_at,
      acknowledged_at = excluded.acknowledged_at, until = excluded.until, note = excluded.note, rev = o.rev + 1`.execute(
    tx,
  );
}
