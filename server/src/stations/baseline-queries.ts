import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../platform/db/index.ts";
import { repeat } from "../platform/lib/index.ts";

const EVERY_MS = 10 * MINUTE_MS;

/** Computes baselines and compares swap counts, now and then every ten minutes. */
export function startBaselineUpdates({ db, now, log }: { db: Db; now: () => number; log: Logger }) {
  const failure = "swap baselines could not be computed";
  return repeat(() => recomputeBaselines(db, now()), { everyMs: EVERY_MS, failure, log });
}

const CHUNK = 500;

/** Length of each rolling period, by the column that stores the swap total at its start. */
export const SWAP_PERIODS_MS = {
  swaps_year: 365 * DAY_MS,
  swaps_months_3: 90 * DAY_MS,
  swaps_months_1: 30 * DAY_MS,
  swaps_week: 7 * DAY_MS,
  swaps_day: DAY_MS,
};

/**
 * Computes, from the history of every station, its swap totals at the start of the rolling periods that end at `now`, and swaps and errors
 * at shipment. A total is null when the history does not reach back that far, and 0 when the station was added later. Notifies boards of
 * what changed. Also stores since when a station's swaps by events and by its own counter have differed without a break, which no list
 * displays. Works in batches, by name. A station that is being written at the moment is left to the next run.
 */
export async function recomputeBaselines(db: Db, now: number): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined;) after = await recomputeAfter(db, after, now);
}

/** Processes the next stations after a name; returns the last of them, or undefined when there are no more. */
async function recomputeAfter(db: Db, after: string, now: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    with picked as (
      select name, created, shipped as shipped_day, shipped::timestamp at time zone 'utc' as shipped
      from stations where name > ${after} order by name limit ${CHUNK}
    ), computed as (
      select name, shipped,
        ${totalAt(startOf("swaps_year", now))} as swaps_year, ${totalAt(startOf("swaps_months_3", now))} as swaps_months_3,
        ${totalAt(startOf("swaps_months_1", now))} as swaps_months_1, ${totalAt(startOf("swaps_week", now))} as swaps_week,
        ${totalAt(startOf("swaps_day", now))} as swaps_day, ${totalAt(sql`shipped`)} as swaps_shipment,
        case when shipped is not null then
          (select coalesce(sum(errors), 0)::bigint from station_error_days where station_name = name and day < shipped_day)
        end as errors_shipment
      from picked
    ), different as (
      select w.name, (s.swaps_year, s.swaps_months_3, s.swaps_months_1, s.swaps_week, s.swaps_day, s.swaps_shipment, s.errors_shipment)
        is distinct from (w.swaps_year, w.swaps_months_3, w.swaps_months_1, w.swaps_week, w.swaps_day, w.swaps_shipment,
          w.errors_shipment) as is_listed,
        coalesce(s.swaps_performed <> s.swaps_by_counter, false) <> (s.swaps_differ_since is not null) as is_compared
      from computed w join station_states s on s.station_name = w.name
    ), held as (
      select name from stations where name in (select name from different where is_listed or is_compared)
      order by name for no key update skip locked
    ), locked as (
      select station_name from station_states where station_name in (select name from held)
      order by station_name for no key update skip locked
    ), changed as (
      update station_states s
      set swaps_year = w.swaps_year, swaps_months_3 = w.swaps_months_3, swaps_months_1 = w.swaps_months_1,
        swaps_week = w.swaps_week, swaps_day = w.swaps_day, swaps_shipment = w.swaps_shipment,
        errors_shipment = w.errors_shipment,
        swaps_differ_since = case when s.swaps_performed <> s.swaps_by_counter
          then coalesce(s.swaps_differ_since, ${new Date(now).toISOString()}::timestamptz) end
      from computed w join locked on locked.station_name = w.name
      where s.station_name = w.name
      returning s.station_name
    ), marked as (
      update stations set changed_xid = pg_current_xact_id()
      where name in (select name from different where is_listed) and name in (select station_name from changed)
    )
    select max(name) as name from picked`.execute(db);
  return found.rows[0]?.name ?? undefined;
}

type Moment = ReturnType<typeof sql>;

function startOf(period: keyof typeof SWAP_PERIODS_MS, now: number): Moment {
  return sql`${new Date(now - SWAP_PERIODS_MS[period]).toISOString()}::timestamptz`;
}

/** The swap total at a time. A history row holds from the end of its minute. */
function totalAt(moment: Moment): Moment {
  return sql`coalesce(
    (select swaps_performed from station_history
     where station_name = name and minute <= ${moment} - interval '1 minute' order by minute desc limit 1),
    case when created >= ${moment} then 0 end)`;
}
