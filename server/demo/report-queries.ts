import { sql, type RawBuilder } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

type Span = { from: number; until: number };

/** Stores when readiness was evaluated. */
export async function insertEvaluations(tx: Db, spans: readonly Span[]): Promise<void> {
  const rows = spans.map(({ from, until }) => ({ began: isoOf(from), until: isoOf(until) }));
  await sql`
    insert into readiness_evaluations (began, until)
    select began, until from json_to_recordset(${JSON.stringify(rows)}::json) as e(began timestamptz, until timestamptz)
    order by began`.execute(tx);
}

/** Adds as many charges to each station type, each of which took these minutes for each 5 %, a little more or less. */
export async function insertChargesOfTypes(
  tx: Db,
  types: readonly string[],
  { minutes, count }: { minutes: readonly number[]; count: number },
): Promise<void> {
  await sql`
    insert into readiness_charges (station_type, minutes)
    select t.name, array(select m * (0.9 + 0.01 * n) from unnest(${minutes}::real[]) with ordinality b(m, nth) order by nth)
    from unnest(${types}::text[]) t(name) cross join generate_series(1, ${count}::integer) n order by t.name, n`.execute(
    tx,
  );
}

/**
 * Counts attempts to swap from some day on, as events would have: each swap of the history, and each error of a swap as one that failed, or for some as
 * one that succeeded with it.
 */
export async function countSwaps(tx: Db, from: number): Promise<void> {
  const since = isoOf(Math.ceil(from / DAY) * DAY);
  await sql`
    insert into swap_attempts (station_name, error_id, at, outcome, job_id, errors, fingerprint_id, firmware, org_id, station_type, in_maintenance)
    select e.station_name, e.id, least(e.occurred, e.time_logged), case when e.id % 8 = 0 then 'with_errors' else 'failed' end, e.job_id, 1,
      e.fingerprint_id, coalesce(e.firmware, ''), s.org_id, s.station_type, false
    from (
      select *, lag(time_logged) over (partition by station_name order by time_logged, id) as before from station_errors
      where job_type like '%swap%' and least(occurred, time_logged) >= ${since}::timestamptz
    ) e join stations s on s.name = e.station_name
    where e.before is null or e.time_logged - e.before > interval '5 minutes'`.execute(tx);
  await sql`
    create temporary table swap_counts on commit drop as
    with counted as (
      select station_name, date_trunc('hour', minute, 'UTC') as hour, sum(rise) as succeeded, 0::bigint as with_errors, 0::bigint as failed
      from (
        select station_name, minute, swaps_performed - lag(swaps_performed, 1, swaps_performed) over (partition by station_name order by minute) as rise
        from station_history where minute >= ${since}::timestamptz
      ) risen where rise > 0 group by 1, 2
      union all
      select station_name, date_trunc('hour', at, 'UTC'), -count(*) filter (where outcome = 'with_errors'),
        count(*) filter (where outcome = 'with_errors'), count(*) filter (where outcome = 'failed')
      from swap_attempts group by 1, 2
    ), days as (
      select distinct station_name, (hour at time zone 'utc')::date as day from counted
    ), run as materialized (
      select d.station_name, d.day, coalesce(c.version_firmware, '') as firmware, s.org_id, s.station_type
      from days d join stations s on s.name = d.station_name
      left join lateral (
        select version_firmware from station_configs where station_name = d.station_name and created <= d.day order by created desc limit 1
      ) c on true
    )
    select c.station_name, c.hour, r.day, r.firmware, r.org_id, r.station_type, greatest(0, sum(succeeded))::integer as succeeded,
      sum(with_errors)::integer as with_errors, sum(failed)::integer as failed
    from counted c join run r on r.station_name = c.station_name and r.day = (c.hour at time zone 'utc')::date
    group by 1, 2, 3, 4, 5, 6`.execute(tx);
  await sql`
    insert into swap_days (station_name, day, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select station_name, day, firmware, org_id, station_type, ${SUMS} from swap_counts group by 1, 2, 3, 4, 5`.execute(
    tx,
  );
  await sql`
    insert into swap_thirds (station_name, third, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select station_name, month_third(day), firmware, org_id, station_type, ${SUMS} from swap_counts group by 1, 2, 3, 4, 5`.execute(
    tx,
  );
  await sql`
    insert into swap_hours (station_name, hour, firmware, org_id, station_type, succeeded, with_errors, failed, maintenance)
    select station_name, hour, firmware, org_id, station_type, ${SUMS} from swap_counts
    where hour >= now() - interval '8 days' group by 1, 2, 3, 4, 5`.execute(tx);
  await sql`
    insert into swap_totals (by_hour, start, org_id, station_type, firmware, succeeded, with_errors, failed, maintenance)
    select false, day::timestamp at time zone 'utc', org_id, station_type, firmware, ${SUMS} from swap_counts group by 2, 3, 4, 5
    union all
    select true, hour, org_id, station_type, firmware, ${SUMS} from swap_counts
    where hour >= now() - interval '8 days' group by 2, 3, 4, 5`.execute(tx);
  await sql`update installation set swaps_counted_since = ${since}::timestamptz`.execute(tx);
}

const DAY = 86_400_000;
const SUMS: RawBuilder<unknown> = sql`sum(succeeded), sum(with_errors), sum(failed), 0`;

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
