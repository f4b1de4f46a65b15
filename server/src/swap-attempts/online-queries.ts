import { DAY_MS, wholeThirds, type CalendarDate, type Thirds } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../placed-stations/index.ts";
import type { Db } from "../platform/db/index.ts";
import { dayOf, type Filter } from "./counted-rows.ts";
import type { Period } from "./period.ts";
import { selectTotal } from "./success-queries.ts";

/** The seconds that stations were online outside maintenance, and the attempts that failed in the same days. */
export type Online = { seconds: number; failed: number };

/** Days, without the last one, and the thirds of months among them whose sums are stored. */
type Days = { first: CalendarDate; until: CalendarDate; thirds: Thirds };

/** The days of a period in which the readiness of stations was recorded; null for none. */
export async function recordedDays(db: Db, { from, to }: Period): Promise<Days | null> {
  const { rows } = await sql<Record<"first" | "until" | "thirds_until", CalendarDate | null>>`
    select greatest(${dayOf(from)}::date, min(day)) as first, least(${dayOf(to)}::date, (select until from readiness_rollup)) as until,
      (select thirds_until from readiness_rollup) as thirds_until
    from (select day from readiness_day_sums order by day limit 1) oldest`.execute(db);
  const { first = null, until = null, thirds_until = null } = rows[0] ?? {};
  if (first === null || until === null || first >= until) return null;
  const last = dayOf(Date.parse(until) - DAY_MS);
  return { first, until, thirds: wholeThirds({ from: first, to: last }, thirds_until ?? first) };
}

/** The time of all stations, of an organization's or of some in recorded days; null if they were not online at all. */
export async function selectOnline(db: Db, days: Days, filter: Filter): Promise<Online | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select sum(link_s)::bigint as seconds from ${filter.stations === null ? sumsOf(days, filter) : partsOf(days, filter)}`.execute(
    db,
  );
  const seconds = rows[0]?.seconds;
  if (!seconds) return null;
  const period: Period = { from: Date.parse(days.first), to: Date.parse(days.until), span: "day" };
  return { seconds, failed: (await selectTotal(db, period, filter)).failed };
}

function sumsOf({ first, until }: Days, filter: Filter): RawBuilder<unknown> {
  return sql`(select link_s from readiness_day_sums where day >= ${first}::date and day < ${until}::date and ${isOf(filter)}) sums`;
}

/** The rows of some stations: thirds of months, and the other days. */
function partsOf({ first, until, thirds }: Days, filter: Filter): RawBuilder<unknown> {
  const isCounted = sql`${isOf(filter)} and ${isOneOf(sql`station_name`, filter.stations)}`;
  return sql`(
    select link_s from readiness_thirds
    where third >= ${thirds.first}::date and third < ${thirds.until}::date and ${isCounted}
    union all
    select link_s from readiness_days where day >= ${first}::date and day < ${thirds.first}::date and ${isCounted}
    union all
    select link_s from readiness_days where day >= ${thirds.until}::date and day < ${until}::date and ${isCounted}
  ) parts`;
}

function isOf({ orgId }: Filter): RawBuilder<unknown> {
  return sql`(${orgId}::integer is null or org_id = ${orgId})`;
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
