import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";
import type { Subject } from "../src/ownership/index.ts";

/** An open group, with when its newest errors happened. */
export type DemoGroup = { id: number; title: string; open: number };

/** The open groups that are not new, those with the most stations first; at most 10. */
export async function selectOngoing(db: Db): Promise<DemoGroup[]> {
  const found = await sql<DemoGroup>`
    select id, title, open from error_groups where state = 'ongoing' and open > 1 and title not like '%abnormal%'
    order by stations desc, open desc, id limit 10`.execute(db);
  return found.rows;
}

/** Says that a group was resolved, with all its open errors, before the newest one, which was the first one after. */
export async function markRegressed(
  db: Db,
  id: number,
  { by, solution }: { by: string; solution: string },
): Promise<void> {
  await sql`
    with newest as (
      select coalesce(nullif(s.serial_number, ''), s.name) as station, e.firmware, e.time_logged
      from station_errors e join error_fingerprints f on f.id = e.fingerprint_id join stations s on s.name = e.station_name
      where f.group_id = ${id} and e.time_handled is null order by e.time_logged desc, e.id desc limit 1
    ), forgotten as (
      delete from error_group_history where group_id = ${id} and kind = 'ongoing'
    ), regressed as (
      update error_groups set state = 'regressed', state_since = n.time_logged, resolved_at = n.time_logged - interval '3 hours',
        resolved_by = ${by}, solution = ${solution}, rev = rev + 1,
        state_reason = 'First error after the resolution: ' || n.station || coalesce(', firmware ' || n.firmware, '')
      from newest n where id = ${id} returning state_since, state_reason
    )
    insert into error_group_history (group_id, at, kind, author, note)
    select ${id}::integer, state_since - interval '3 hours', 'resolved', ${by}::text, ${solution}::text from regressed
    union all select ${id}::integer, state_since, 'regressed', null, state_reason from regressed`.execute(db);
  await sql`
    update station_errors e set time_handled = g.resolved_at, handled_by = ${by}, solution = ${solution}
    from error_groups g, error_fingerprints f
    where g.id = ${id} and f.group_id = g.id and e.fingerprint_id = f.id and e.time_logged <= g.resolved_at
      and e.time_handled is null and e.supportlog_entry_id is null`.execute(db);
}

/** The accounts of people, in the given order; those that do not exist are left out. */
export async function findAccounts(db: Db, emails: readonly string[]): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    select u.id, u.name from unnest(${emails}::text[]) with ordinality as named(email, place) join users u on u.email = named.email
    order by named.place limit ${emails.length}`.execute(db);
  return found.rows;
}

/** The station of triage with the most open errors, and the newest open incident. */
export async function selectUnowned(db: Db): Promise<{ station: string | null; incident: number | null }> {
  const found = await sql<{ station: string | null; incident: number | null }>`
    select (
      select o.station_name from station_open_errors o join stations s on s.name = o.station_name
      where s.is_triaged and o.open > 0 order by o.open desc, o.station_name limit 1
    ) as station, (
      select id from support_log_entries
      where status like 'incident%' and status <> 'incident_resolved' order by created desc, id desc limit 1
    ) as incident`.execute(db);
  return found.rows[0] ?? { station: null, incident: null };
}

/** Says that who has something has had it for some minutes. */
export async function backdateOwnership(db: Db, { kind, subject }: Subject, minutes: number): Promise<void> {
  const ago = sql`make_interval(mins => ${minutes}::integer)`;
  await sql`
    update ownerships set assigned_at = assigned_at - ${ago}, acknowledged_at = acknowledged_at - ${ago}, until = until - ${ago}
    where kind = ${kind} and subject = ${subject}`.execute(db);
  await sql`
    update ownership_history set at = at - ${ago} where kind = ${kind} and subject = ${subject}`.execute(db);
}
