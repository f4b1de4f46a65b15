import type { Db } from "@groundcrew/server/platform/db";
import { sql } from "kysely";

type Sizes = { stations: number; groups: number; errors: number };

/**
 * Fills the database, in place of what it has, with groups of errors at stations with snapshots: the first group has a tenth of all errors,
 * the second one 10,000, and the others share the rest. Counters are computed once, with the triggers switched off.
 */
export async function fillGroups(owner: Db, { stations, groups, errors }: Sizes): Promise<void> {
  await sql`truncate station_errors, error_fingerprints, error_groups, station_open_errors, station_error_counts, station_error_days,
    stations restart identity cascade`.execute(owner);
  await sql`insert into organizations (name) values ('Harbor Air') on conflict do nothing`.execute(owner);
  await sql`alter table station_errors disable trigger user`.execute(owner);
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-' || lpad(to_hex(n), 12, '0'), 'Atlas ' || n, 'atlas', (select min(id) from organizations where name = 'Harbor Air')
    from generate_series(0, ${stations - 1}::integer) n`.execute(owner);
  await sql`
    insert into station_snapshots (station_name, snapshot)
    select name, json_build_object('time', 1, 'firmware_version', json_build_array(json_build_object('version', '1.4.3')),
      'status', json_build_object('flight_software', 'flyer 2'), 'motors', (
        select json_agg(json_build_object('name', 'Motor ' || n, 'position', n * 17, 'current', n * 3)) from generate_series(1, 60) n))
    from stations`.execute(owner);
  await sql`
    insert into error_groups (title, job_type, station_type, state, state_since, first_seen, last_seen)
    select 'Part number ' || n || ' answered <n> after <n> ms', 'charge', 'atlas',
      (array['ongoing', 'ongoing', 'new', 'regressed', 'escalating'])[1 + n % 5], now(), now() - interval '300 days', now()
    from generate_series(1, ${groups}::integer) n`.execute(owner);
  await sql`
    insert into error_fingerprints (digest, version, job_type, station_type, pattern, group_id)
    select 'bench ' || id, 1, job_type, station_type, title, id from error_groups`.execute(owner);
  await sql`
    insert into station_errors (station_name, event_id, job_type, error_message, time_logged, fingerprint_id, firmware, software,
      time_handled, solution)
    select 'gc-' || lpad(to_hex(n * 7919 % ${stations}::integer), 12, '0'), 'old-' || n, 'charge',
      'Part number ' || g || ' answered ' || n || ' after ' || n % 977 || ' ms', now() - n * (interval '60 days' / ${errors}::integer), g,
      '1.4.' || n % 4, 'flyer 2', case when g > 2 and n % 3 > 0 then now() end, case when g > 2 and n % 3 > 0 then 'Replaced the part' end
    from (
      select n, case when n % 10 = 0 then 1 when n % 100 = 1 then 2 else 3 + n % (${groups}::integer - 2) end as g
      from generate_series(1, ${errors}::bigint) n
    ) n`.execute(owner);
  await count(owner);
  await sql`alter table station_errors enable trigger user`.execute(owner);
  await sql`vacuum (analyze)`.execute(owner);
}

async function count(owner: Db): Promise<void> {
  await sql`
    insert into station_error_counts (station_name, errors_total, errors_unresolved, error_latest)
    select station_name, count(*), count(*) filter (where time_handled is null), max(time_logged) from station_errors group by 1`.execute(
    owner,
  );
  await sql`
    insert into station_open_errors (station_name, open)
    select station_name, count(*) from station_errors where time_handled is null group by 1`.execute(owner);
  await sql`
    insert into error_fingerprint_stations (fingerprint_id, station_name, total, unresolved, open, first_seen, last_seen, firmware)
    select fingerprint_id, station_name, count(*), count(*) filter (where time_handled is null),
      count(*) filter (where time_handled is null), min(time_logged), max(time_logged), max(firmware)
    from station_errors group by 1, 2`.execute(owner);
  await sql`
    insert into error_fingerprint_hours (fingerprint_id, hour, errors)
    select fingerprint_id, date_trunc('hour', time_logged, 'UTC'), count(*) from station_errors group by 1, 2`.execute(
    owner,
  );
  await sql`
    insert into error_fingerprint_days (fingerprint_id, day, errors)
    select fingerprint_id, (time_logged at time zone 'utc')::date, count(*) from station_errors group by 1, 2`.execute(
    owner,
  );
  await sql`
    delete from error_fingerprint_hours where hour < now() - interval '9 days'`.execute(owner);
  await sql`
    insert into error_fingerprint_firmwares (fingerprint_id, firmware, errors, first_seen)
    select fingerprint_id, firmware, count(*), min(time_logged) from station_errors group by 1, 2`.execute(owner);
  await sql`select recount_error_groups((select array_agg(id) from error_groups))`.execute(owner);
}
