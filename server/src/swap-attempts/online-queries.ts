import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Period } from "./period.ts";
import type { Filter } from "./success-queries.ts";

/** The seconds that stations were online outside maintenance, and the attempts that failed in the same days. */
type Online = { seconds: number; failed: number };

/** That time of all stations in the recorded days of a period; null if none is. */
export async function selectOnline(db: Db, period: Period, { orgId, stationType }: Filter): Promise<Online | null> {
  const ofType = sql`(${stationType}::text is null or station_name in (select name from stations where station_type = ${stationType}))`;
  const { rows } = await sql<{ seconds: number | null; failed: number | null }>`
    with ${recordedIn(period)}
    select
      (select sum(link_s) from readiness_days r, recorded
      where day >= first and day < until and (${orgId}::integer is null or r.org_id = ${orgId}) and ${ofType}) as seconds,
      (select sum(failed) from swap_totals t, recorded
      where not by_hour and start >= first::timestamp at time zone 'utc' and start < until::timestamp at time zone 'utc'
        and (${orgId}::integer is null or t.org_id = ${orgId}) and (${stationType}::text is null or station_type = ${stationType})) as failed`.execute(
    db,
  );
  const [found] = rows;
  return found?.seconds ? { seconds: found.seconds, failed: found.failed ?? 0 } : null;
}

/** That time of stations, by name. */
export async function selectOnlineOf(
  db: Db,
  names: readonly string[],
  { period, filter: { orgId } }: { period: Period; filter: Filter },
): Promise<Map<string, Online>> {
  const { rows } = await sql<{ name: string; seconds: number | null; failed: number | null }>`
    with ${recordedIn(period)}
    select name,
      (select sum(link_s) from readiness_days
      where station_name = name and day >= first and day < until and (${orgId}::integer is null or org_id = ${orgId})) as seconds,
      (select sum(failed) from swap_days
      where station_name = name and day >= first and day < until and (${orgId}::integer is null or org_id = ${orgId})) as failed
    from unnest(${names}::text[]) given(name), recorded order by name limit ${names.length}`.execute(db);
  return new Map(
    rows.flatMap(({ name, seconds, failed }) => (seconds ? [[name, { seconds, failed: failed ?? 0 }] as const] : [])),
  );
}

/** The days of a period in which the readiness of stations was recorded, without the last one. */
function recordedIn({ from, to }: Period): RawBuilder<unknown> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return sql`recorded as materialized (
    select greatest(${day(from)}::date, (select min(day) from readiness_days)) as first,
      least(${day(to)}::date, (select until from readiness_rollup)) as until)`;
}
