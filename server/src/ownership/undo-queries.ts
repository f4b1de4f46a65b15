import { OWNED_HOURS } from "@groundcrew/shared/ownership";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Subject } from "./queries.ts";

/** The latest act on something, if that was an assignment: who made it, and who had it before, null for nobody. */
export async function findAssignment(
  tx: Db,
  { kind, subject }: Subject,
): Promise<{ by_id: number | null; previous_id: number | null } | undefined> {
  const found = await sql<{ by_id: number | null; previous_id: number | null }>`
    select by_id, (previous->>'owner_id')::integer as previous_id from ownerships
    where kind = ${kind} and subject = ${subject} and previous is not null`.execute(tx);
  return found.rows[0];
}

/** Returns something to who had it before the latest assignment, as it was then. That person exists. */
export async function restoreOwner(tx: Db, { kind, subject }: Subject): Promise<void> {
  await sql`
    update ownerships o
    set owner_id = p.owner_id, by_id = (select id from users where id = p.by_id), by_name = p.by_name, assigned_at = p.assigned_at,
      acknowledged_at = p.acknowledged_at, note = p.note, reminded = p.reminded, previous = null,
      until = now() + make_interval(hours => ${OWNED_HOURS}), rev = nextval('ownership_revisions')
    from ownerships w cross join jsonb_to_record(w.previous) as p(owner_id integer, by_id integer, by_name text, assigned_at timestamptz,
      acknowledged_at timestamptz, note text, reminded boolean)
    where o.kind = ${kind} and o.subject = ${subject} and w.kind = o.kind and w.subject = o.subject`.execute(tx);
}
