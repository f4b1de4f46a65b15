import type { Db } from "@groundcrew/server/platform/db";
import { connectWithoutTimeouts } from "@groundcrew/server/platform/db/connect";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";

export type Fleet = { stations: number; organizations: number; days: number; now: number };

/** Days that still have all their points, two of which are due for thinning; older days have one point for each active hour. */
const DENSE_DAYS = 33;
const DENSE_POINTS = 72;
const THIN_POINTS = 14;
const SWAPS_A_DAY = 20;

/**
 * Fills an empty, migrated database with organizations, stations and their history, in SQL and in the order of time, as a server
 * would have written it. Every station makes about twenty swaps a day.
 */
export async function fillFleet(url: string, fleet: Fleet, log: (line: string) => void): Promise<void> {
  // Without the statement timeouts of the server's connections.
  const db = connectWithoutTimeouts(url);
  await sql`set synchronous_commit to off`.execute(db);
  await addStations(db, fleet);
  await sql`alter table station_history disable trigger all`.execute(db);
  for (let ago = fleet.days; ago >= 1; ago -= 1) {
    await addDay(db, fleet, ago);
    if (ago % 50 === 0) log(`${ago} days to go`);
  }
  await sql`alter table station_history enable trigger all`.execute(db);
  await addStates(db, fleet);
  await addAudit(db, fleet);
  log("vacuum and analyze");
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
}

async function addStations(db: Db, { stations, organizations, now, days }: Fleet): Promise<void> {
  const created = new Date(now - (days + 10) * DAY_MS).toISOString();
  await sql`insert into organizations (name) values ('Groundcrew')`.execute(db);
  await sql`
    insert into organizations (name)
    select 'Customer ' || number from generate_series(1, ${organizations - 1}::integer) number`.execute(db);
  // Some organizations have many stations, most a few.
  await sql`
    insert into stations (name, serial_number, station_type, org_id, created, shipped)
    select 'gc-' || lpad(to_hex(number), 12, '0'), 'Atlas ' || lpad(number::text, 5, '0'), 'atlas',
      1 + floor(${organizations} * power(random(), 3))::integer, ${created}::timestamptz, (${created}::timestamptz)::date
    from generate_series(1, ${stations}::integer) number`.execute(db);
}

/** One day of every station, `ago` days back. Points of a station are some minutes apart, continuously from day to day. */
async function addDay(db: Db, { now, days }: Fleet, ago: number): Promise<void> {
  const points = ago > DENSE_DAYS ? THIN_POINTS : DENSE_POINTS;
  const start = new Date(now - ago * DAY_MS).toISOString();
  const spacing = sql.lit(Math.floor((24 * 60) / points));
  const before = { swaps: sql.lit((days - ago) * SWAPS_A_DAY), errors: sql.lit(Math.floor((days - ago) / 3)) };
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad, has_error)
    select name,
      date_trunc('minute', ${start}::timestamptz) + (point * ${spacing} + station % ${spacing}) * interval '1 minute',
      ${before.swaps} + point * ${sql.lit(SWAPS_A_DAY)} / ${sql.lit(points)},
      ${before.errors} + point / ${sql.lit(points - 3)}, (point + station) % 40 <> 0,
      case point % 3 when 0 then 'open' else 'closed' end, case point % 3 when 2 then 'empty' else 'occupied' end,
      point = ${sql.lit(points - 3)} or (point = 0 and ${sql.lit((days - ago) % 3 === 0)})
    from generate_series(0, ${points - 1}::integer) point
    cross join (select name, row_number() over (order by name) as station from stations) s
    order by 2`.execute(db);
}

/** The first stations after those that are skipped. */
type Dense = { stations: number; skip?: number; now: number };

/**
 * Gives the first stations a point for every minute of the last month, with changes of every state, and two years of history before that, with
 * a point for every hour, as thinning leaves it.
 */
export async function fillDense(db: Db, { stations, skip = 0, now }: Dense): Promise<void> {
  const at = new Date(Math.floor(now / DAY_MS) * DAY_MS).toISOString();
  await sql`
    delete from station_history where station_name in (select name from stations order by name offset ${skip} limit ${stations})`.execute(
    db,
  );
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad, has_error)
    select name, minute, nth / 60, nth / 2000, nth % 97 <> 0, case when nth % 7 < 2 then 'open' else 'closed' end,
      case when nth % 5 < 2 then 'occupied' else 'empty' end, nth > 0 and nth % 2000 = 0
    from (select name from stations order by name offset ${skip} limit ${stations}) s
    cross join lateral (
      select minute, row_number() over (order by minute) - 1 as nth from (
        select ${at}::timestamptz - hour * interval '1 hour' as minute from generate_series(31 * 24 + 1, 730 * 24) hour
        union all
        select ${at}::timestamptz - minute * interval '1 minute' from generate_series(1, 31 * 1440) minute
      ) minutes
    ) points`.execute(db);
}

async function addStates(db: Db, { now }: Fleet): Promise<void> {
  const lastSeen = new Date(now).toISOString();
  await sql`
    insert into station_states (station_name, linked, last_active, swaps_performed, swaps_reported)
    select name, true, ${lastSeen}::timestamptz, last.swaps_performed, last.swaps_performed
    from stations cross join lateral (
      select swaps_performed from station_history where station_name = name order by minute desc limit 1
    ) last`.execute(db);
}

/** A year of audit records, without links: 5,000 changes a day, by the users of at most fifty organizations. */
async function addAudit(db: Db, { now, days }: Fleet): Promise<void> {
  await sql`alter table audit_entries disable trigger link_entry`.execute(db);
  await sql`
    insert into audit_entries (at, actor_kind, actor, actor_org_id, request_id, action, target, org_id)
    select ${new Date(now).toISOString()}::timestamptz - make_interval(secs => number * 17.28), 'user',
      'someone@customer.example', id, number::text || '-0000-0000-0000-000000000000', 'editStation', 'station', id
    from generate_series(1, ${days * 5_000}::integer) number
    cross join lateral (select 1 + number % least(50, (select max(id) from organizations)) as id) organization`.execute(
    db,
  );
  await sql`alter table audit_entries enable trigger link_entry`.execute(db);
}
