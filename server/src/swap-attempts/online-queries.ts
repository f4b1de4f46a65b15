import type { CalendarDate } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Period } from "./period.ts";

/** The seconds that stations were online outside maintenance, and the attempts that failed in the same days. */
export type Online = { seconds: number; failed: number };

/** Days, without the last one. */
type Days = { first: CalendarDate; until: CalendarDate };

/** The days of a period in which the readiness of stations was recorded; null for none. */
export async function recordedDays(db: Db, { from, to }: Period): Promise<Days | null> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { rows } = await sql<{ first: CalendarDate | null; until: CalendarDate | null }>`
    select greatest(${day(from)}::date, min(day)) as first, least(${day(to)}::date, (select until from readiness_rollup)) as until
    from (select day from readiness_day_sums order by day limit 1) oldest`.execute(db);
  const { first = null, until = null } = rows[0] ?? {};
  return first === null || until === null || first >= until ? null : { first, until };
}

/** The time of all stations, or of an organization's, in recorded days; null if they were not online at all. */
export async function selectOnline(db: Db, { first, until }: Days, orgId: number | null): Promise<Online | null> {
  const { rows } = await sql<{ seconds: number | null; failed: number | null }>`
    select
      (select sum(link_s)::bigint from readiness_day_sums
      where day >= ${first}::date and day < ${until}::date and (${orgId}::integer is null or org_id = ${orgId})) as seconds,
      (select sum(failed) from swap_totals
      where not by_hour and start >= ${first}::timestamp at time zone 'utc' and start < ${until}::timestamp at time zone 'utc'
        and (${orgId}::integer is null or org_id = ${orgId})) as failed`.execute(db);
  const [found] = rows;
  return found?.seconds ? { seconds: found.seconds, failed: found.failed ?? 0 } : null;
}

/** The time of stations in recorded days, by name. */
export async function selectOnlineOf(
  db: Db,
  names: readonly string[],
  { days: { first, until }, orgId }: { days: Days; orgId: number | null },
): Promise<Map<string, Online>> {
  const { rows } = await sql<{ name: string; seconds: number | null; failed: number | null }>`
    select name,
      (select sum(link_s) from readiness_days
      where station_name = name and day >= ${first}::date and day < ${until}::date
        and (${orgId}::integer is null or org_id = ${orgId})) as seconds,
      (select sum(failed) from swap_days
      where station_name = name and day >= ${first}::date and day < ${until}::date
        and (${orgId}::integer is null or org_id = ${orgId})) as failed
    from unnest(${names}::text[]) given(name) order by name limit ${names.length}`.execute(db);
  return new Map(
    rows.flatMap(({ name, seconds, failed }) => (seconds ? [[name, { seconds, failed: failed ?? 0 }] as const] : [])),
  );
}
