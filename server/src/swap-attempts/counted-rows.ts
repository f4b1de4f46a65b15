import { DAY_MS, wholeThirds, type CalendarDate, type Timestamp } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../placed-stations/index.ts";
import type { Period } from "./period.ts";

/** Which attempts are counted. The organization is the one at the time. `stations` are the names of some; null for all. */
export type Filter = {
  orgId: number | null;
  stationType: StationType | null;
  firmware: string | null;
  stations: readonly string[] | null;
};

/** Attempts by hour or day, organization, type and firmware: sums of all stations, or those of some, which are added up from their rows. */
export function totalsOf({ from, to, span }: Period, filter: Filter): RawBuilder<unknown> {
  const isIn = (start: RawBuilder<unknown>) =>
    sql`${start} >= ${isoOf(from)}::timestamptz and ${start} < ${isoOf(to)}::timestamptz`;
  const groups = sql`org_id, station_type, firmware`;
  if (filter.stations === null) {
    return sql`(
      select start, ${groups}, succeeded, with_errors, failed, maintenance from swap_totals
      where by_hour = ${span === "hour"} and ${isIn(sql`start`)} and ${matches(filter)}
    ) totals`;
  }
  const [rows, start, isShown] =
    span === "hour"
      ? [sql`swap_hours`, sql`hour`, isIn(sql`hour`)]
      : [
          sql`swap_days`,
          sql`day::timestamp at time zone 'utc'`,
          sql`day >= ${dayOf(from)}::date and day < ${dayOf(to)}::date`,
        ];
  return sql`(
    select ${start} as start, ${groups}, sum(succeeded)::integer as succeeded, sum(with_errors)::integer as with_errors,
      sum(failed)::integer as failed, sum(maintenance)::integer as maintenance
    from ${rows} where ${isShown} and ${matches(filter)} group by 1, ${groups}
  ) totals`;
}

/** The rows of stations in a period: hours, or whole thirds of months and the other days. */
export function partsOf({ from, to, span }: Period, filter: Filter): RawBuilder<unknown> {
  const columns = sql`station_name, firmware, succeeded, with_errors, failed`;
  if (span === "hour") {
    return sql`(
      select ${columns} from swap_hours
      where hour >= ${isoOf(from)}::timestamptz and hour < ${isoOf(to)}::timestamptz and ${matches(filter)}
    ) parts`;
  }
  const [start, end] = [dayOf(from), dayOf(to)];
  const { first, until } = wholeThirds({ from: start, to: dayOf(to - DAY_MS) });
  return sql`(
    select ${columns} from swap_thirds where third >= ${first}::date and third < ${until}::date and ${matches(filter)}
    union all
    select ${columns} from swap_days where day >= ${start}::date and day < ${first}::date and ${matches(filter)}
    union all
    select ${columns} from swap_days where day >= ${until}::date and day < ${end}::date and ${matches(filter)}
  ) parts`;
}

/** The fewest rows with the attempts of a period. */
export function rowsOf(period: Period, filter: Filter): RawBuilder<unknown> {
  return filter.stations === null ? totalsOf(period, filter) : partsOf(period, filter);
}

/** The condition of rows of stations, and of sums of all of them. */
export function matches({ orgId, stationType, firmware, stations }: Filter): RawBuilder<unknown> {
  return sql`(${orgId}::integer is null or org_id = ${orgId})
    and (${firmware}::text is null or firmware = ${firmware})
    and (${stationType}::text is null or station_type = ${stationType}) and ${isOneOf(sql`station_name`, stations)}`;
}

export function dayOf(ms: number): CalendarDate {
  return isoOf(ms).slice(0, 10);
}

export function isoOf(ms: number): Timestamp {
  return new Date(ms).toISOString();
}
