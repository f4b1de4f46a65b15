import type { Db } from "@groundcrew/server/platform/db";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";

const AT_ONCE = 1_000;

/**
 * Adds alerts of as many stations that stand, and six times as many that have ended. Of those that stand, each second one is acknowledged by an
 * admin and each fifth is muted. No rule looks at them, so they stay.
 */
export async function fillAlerts(db: Db, count: number): Promise<void> {
  for (let from = 1; from <= 7 * count; from += AT_ONCE) await addAlerts(db, { from, standing: count });
  await sql`
    insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    select 'alert', a.id::text, u.id, 'Bench', now(), now(), now() + interval '1 day', 1
    from alerts a cross join (select min(id) as id from users where can_admin) u
    where a.subject like 'bench:%' and a.ended_at is null and a.id % 2 = 0`.execute(db);
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    select id, 0, now() + interval '1 day', 'Bench', 'Known', 1, severity
    from alerts where subject like 'bench:%' and ended_at is null and id % 5 = 0`.execute(db);
  await analyzed(db);
}

/** Waits until PostgreSQL has analyzed, by itself, the tables that were filled, as it has in a system where alerts are common. */
async function analyzed(db: Db): Promise<void> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db);
  for (let isDone = false; !isDone; await sleep(2_000)) {
    const found = await sql<{ done: boolean }>`
      select bool_and(last_autoanalyze > ${rows[0]?.now}::timestamptz) as done from pg_stat_user_tables
      where relname in ('alerts', 'ownerships', 'alert_mutes')`.execute(db);
    isDone = found.rows[0]?.done ?? false;
  }
}

async function addAlerts(db: Db, { from, standing }: { from: number; standing: number }): Promise<void> {
  await sql`
    insert into alerts (kind, subject, station_name, org_id, severity, title, detail, site, since, fired_at, ended_at, end_reason)
    select 'firmware', 'bench:' || n, s.name, s.org_id, case when n % 3 = 0 then 'urgent' else 'warning' end,
      'Firmware 1.4.2, older than 2.0.0', '', nullif(s.location_deployment, ''), now() - n * interval '1 minute',
      now() - n * interval '1 minute', case when n > ${standing}::integer then now() - n * interval '1 minute' end,
      case when n > ${standing}::integer then 'Firmware updated' end
    from generate_series(${from}::integer, ${from + AT_ONCE - 1}::integer) n
      join (
        select name, org_id, location_deployment, row_number() over (order by name) as nth, count(*) over () as stations
        from stations where retired is null
      ) s on s.nth = 1 + n % s.stations`.execute(db);
}
