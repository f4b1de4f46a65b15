import { sql } from "kysely";
import type { Db } from "../src/db/index.ts";

/** An open group, with when its newest errors happened. */
export type DemoGroup = { id: number; title: string; open: number };

/** The open groups that are not new, those with the most stations first; at most 10. */
export async function selectOngoing(db: Db): Promise<DemoGroup[]> {
  const found = await sql<DemoGroup>`
    select id, title, open from error_groups where state = 'ongoing' and open > 1 and title not like '%abnormal%'
    order by stations desc, open desc, id limit 10`.execute(db);
  return found.rows;
}

/** Says that a group was resolved before its newest open error, which was the first one after. */
export async function markRegressed(
  db: Db,
  id: number,
  { by, solution }: { by: string; solution: string },
): Promise<void> {
  await sql`
    with newest as (
      select e.station_name, e.firmware, e.time_logged from station_errors e join error_fingerprints f on f.id = e.fingerprint_id
      where f.group_id = ${id} order by e.time_logged desc, e.id desc limit 1
    ), regressed as (
      update error_groups set state = 'regressed', state_since = n.time_logged, resolved_at = n.time_logged - interval '3 hours',
        resolved_by = ${by}, solution = ${solution}, rev = rev + 1,
        state_reason = 'First error after the resolution: ' || n.station_name
      from newest n where id = ${id} returning state_since, state_reason
    )
    insert into error_group_history (group_id, at, kind, author, note)
    select ${id}::integer, state_since - interval '3 hours', 'resolved', ${by}::text, ${solution}::text from regressed
    union all select ${id}::integer, state_since, 'regressed', null, state_reason from regressed`.execute(db);
}

/** The account of a person. */
export async function findAccount(db: Db, email: string): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom("users").select(["id", "name"]).where("email", "=", email).executeTakeFirst();
}
