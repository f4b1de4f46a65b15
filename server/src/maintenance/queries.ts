import type { Timestamp } from "@groundcrew/shared/lib";
import type { MaintenanceWindow } from "@groundcrew/shared/maintenance";
import { sql } from "kysely";
import { shownName, type Db, type NameReader } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { stationTitle } from "../stations/index.ts";

const LISTED_MAX = 200;
/** Stations whose maintenance begins or ends in one transaction. */
const DUE_AT_ONCE = 500;

/** The reader, within a scope. */
export type Viewer = Pick<Scope, "orgId"> & NameReader;

const columnsFor = (viewer: Viewer) => sql`w.id, w.station_name as station, w.why,
  ${shownName("w.by_name", "w.by_staff", viewer)} as by, w.starts as from, w.ends as until, w.ended_at,
  ${shownName("w.ended_by", "w.ended_by_staff", viewer)} as ended_by, w.rev`;

/** A station's maintenance belongs to the organization that the station belonged to then: a later one sees neither the reason nor the name. */
const isVisible = ({ orgId }: Pick<Viewer, "orgId">) => sql`(${orgId}::integer is null or w.org_id = ${orgId})`;

/** Maintenance in the scope: current and planned by start, then ended, latest end first; at most 200. */
export async function selectWindows(db: Db, viewer: Viewer, station: string | undefined): Promise<MaintenanceWindow[]> {
  const found = await sql<MaintenanceWindow>`
    select ${columnsFor(viewer)} from maintenance_windows w
    where ${isVisible(viewer)} and (${station ?? null}::text is null or w.station_name = ${station ?? null})
    order by w.ended_at is not null, case when w.ended_at is null then w.starts end, w.ended_at desc, w.id
    limit ${LISTED_MAX}`.execute(db);
  return found.rows;
}

/** Maintenance by id, in the order of ids; without that outside the scope. */
export async function findWindows(db: Db, viewer: Viewer, ids: readonly number[]): Promise<MaintenanceWindow[]> {
  const found = await sql<MaintenanceWindow>`
    select ${columnsFor(viewer)} from maintenance_windows w
    where w.id = any(${ids}::integer[]) and ${isVisible(viewer)} order by w.id limit ${ids.length}`.execute(db);
  return found.rows;
}

export type LockedStation = { name: string; serial_number: string; org_id: number; retired: Timestamp | null };

/** Locks stations in the scope, by name. Those that are not in the scope are left out. */
export async function lockStations(tx: Db, names: readonly string[], { orgId }: Scope): Promise<LockedStation[]> {
  const found = await sql<LockedStation>`
    select s.name, s.serial_number, s.org_id, s.retired from stations s
    where s.name = any(${names}) and (${orgId}::integer is null or s.org_id = ${orgId})
    order by s.name limit ${names.length} for no key update of s`.execute(tx);
  return found.rows;
}

type Times = { from: Timestamp; until: Timestamp };

type Overlapping = Times & { station: string; except_id: number | null };

/** A maintenance that has not ended and overlaps one of these times of its station, the earliest; undefined when there is none. */
export async function findOverlap(
  tx: Db,
  viewer: Viewer,
  times: readonly Overlapping[],
): Promise<MaintenanceWindow | undefined> {
  const found = await sql<MaintenanceWindow>`
    select ${columnsFor(viewer)}
    from jsonb_to_recordset(${JSON.stringify(times)}) n(station text, "from" timestamptz, until timestamptz, except_id integer)
    join maintenance_windows w on w.station_name = n.station and w.ended_at is null and w.starts < n.until and w.ends > n."from"
      and w.id is distinct from n.except_id
    order by w.starts, w.id limit 1`.execute(tx);
  return found.rows[0];
}

type Author = { id: number; name: string; isStaff: boolean };

/** Adds a maintenance for each station, and returns them with their ids. */
export async function insertWindows(
  tx: Db,
  { stations, why, from, until, by }: Times & { stations: readonly string[]; why: string; by: Author },
): Promise<{ id: number; station: string }[]> {
  const inserted = await sql<{ id: number; station: string }>`
    insert into maintenance_windows (station_name, why, by_id, by_name, by_staff, starts, ends)
    select name, ${why}, (select id from users where id = ${by.id}), ${by.name}, ${by.isStaff}, ${from}, ${until} from unnest(${stations}::text[]) name
    returning id, station_name as station`.execute(tx);
  return inserted.rows;
}

/** Whether some maintenances have ended, or were changed since they were added, by id. Those that were deleted are left out. */
export async function windowStates(
  tx: Db,
  ids: readonly number[],
): Promise<Map<number, "unchanged" | "changed" | "ended">> {
  const found = await sql<{ id: number; is: "unchanged" | "changed" | "ended" }>`
    select id, case when ended_at is not null then 'ended' when rev > 1 then 'changed' else 'unchanged' end as is
    from maintenance_windows where id = any(${ids}::integer[]) order by id limit ${ids.length}`.execute(tx);
  return new Map(found.rows.map(({ id, is }) => [id, is]));
}

/** Changes the times and the reason of a maintenance. */
export async function updateWindow(tx: Db, id: number, { why, from, until }: Times & { why: string }): Promise<void> {
  await sql`
    update maintenance_windows
    set why = ${why}, starts = ${from}, ends = ${until}, reminded = reminded and ends = ${until}, rev = rev + 1
    where id = ${id}`.execute(tx);
}

/** Gives maintenance other ends. */
export async function extendWindows(tx: Db, windows: readonly { id: number; until: Timestamp }[]): Promise<void> {
  await sql`
    update maintenance_windows w set ends = n.until, reminded = false, rev = w.rev + 1
    from jsonb_to_recordset(${JSON.stringify(windows)}) n(id integer, until timestamptz) where w.id = n.id`.execute(tx);
}

/** Ends maintenance, or cancels it if it has not begun. */
export async function endWindows(
  tx: Db,
  ids: readonly number[],
  { at, by }: { at: Timestamp; by: Author },
): Promise<void> {
  await sql`
    update maintenance_windows
    set ended_at = greatest(starts, ${at}), ended_by = ${by.name}, ended_by_staff = ${by.isStaff}, rev = rev + 1
    where id = any(${ids}::integer[])`.execute(tx);
}

/** Stores for stations which maintenance they are in at a time. */
export async function applyWindows(tx: Db, stations: readonly string[], at: Timestamp): Promise<void> {
  await sql`
    update stations s set maintenance_id = w.id
    from unnest(${stations}::text[]) n(name) left join maintenance_windows w
      on w.station_name = n.name and w.ended_at is null and w.starts <= ${at} and w.ends > ${at}
    where s.name = n.name and s.maintenance_id is distinct from w.id`.execute(tx);
}

/** Stations whose maintenance has to begin or end by a time, by name; at most 500. */
export async function selectDue(db: Db, at: Timestamp): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select distinct w.station_name as name
    from maintenance_windows w join stations s on s.name = w.station_name
    where w.ended_at is null and (w.ends <= ${at} or w.starts <= ${at} and s.maintenance_id is distinct from w.id)
    order by name limit ${DUE_AT_ONCE}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Ends maintenance that has reached its end at these stations. */
export async function endDue(tx: Db, stations: readonly string[], at: Timestamp): Promise<void> {
  await sql`
    update maintenance_windows set ended_at = ends, rev = rev + 1
    where station_name = any(${stations}) and ended_at is null and ends <= ${at}`.execute(tx);
}

/** Maintenance that is about to end: of `stations`, which have the same times, reason and person. */
export type EndingMaintenance = {
  by_id: number;
  ends: Timestamp;
  why: string;
  /** That of the sites of all stations, for someone who reads times in it. */
  time_zone: string | null;
  stations: { name: string; title: string }[];
};

/**
 * Maintenance of at most 500 stations that ends within some minutes, of which the people who started it have not been notified, and notes that
 * they are. Maintenance that is no longer than that is left out.
 */
export async function takeEnding(
  tx: Db,
  { at, withinMinutes }: { at: Timestamp; withinMinutes: number },
): Promise<EndingMaintenance[]> {
  const found = await sql<EndingMaintenance>`
    with ending as (
      select w.id from maintenance_windows w
      where w.ended_at is null and w.by_id is not null and not w.reminded and w.starts <= ${at} and w.ends > ${at}
        and w.ends <= ${at}::timestamptz + make_interval(mins => ${withinMinutes})
        and w.ends > w.starts + make_interval(mins => ${withinMinutes})
      order by w.id limit ${DUE_AT_ONCE} for no key update skip locked
    ), noted as (
      update maintenance_windows w set reminded = true from ending e where w.id = e.id
      returning w.station_name, w.by_id, w.ends, w.why
    )
    select n.by_id, n.ends, n.why,
      case when count(*) = count(sites.time_zone) and count(distinct sites.time_zone) = 1
        then min(sites.time_zone) filter (where u.time_zone = 'station') end as time_zone,
      json_agg(json_build_object('name', s.name, 'title', ${stationTitle}) order by s.name) as stations
    from noted n join stations s on s.name = n.station_name join users u on u.id = n.by_id left join sites on sites.id = s.site_id
    group by n.by_id, n.ends, n.why order by n.by_id, n.ends, n.why`.execute(tx);
  return found.rows;
}

type Errors = { errors: number; errors_open: number };

/** The errors that a station logged between two times: all, and those that are neither resolved nor attached to an entry. */
export async function countErrors(db: Db, { station, from, until }: Times & { station: string }): Promise<Errors> {
  const found = await sql<Errors>`
    select count(*)::integer as errors,
      (count(*) filter (where time_handled is null and supportlog_entry_id is null))::integer as errors_open
    from station_errors where station_name = ${station} and time_logged >= ${from} and time_logged < ${until}`.execute(
    db,
  );
  return found.rows[0] ?? { errors: 0, errors_open: 0 };
}

type Resolution = { station: string; from: Timestamp; solution: string };

/** How many errors a statement resolves: one of ten thousand stations would take longer than the four seconds that it may. */
const RESOLVED_AT_ONCE = 1_000;

/** Resolves the open errors that stations, which are locked, logged from a time each until another one; returns their number by station. */
export async function resolveErrors(
  tx: Db,
  resolutions: readonly Resolution[],
  { until, by }: { until: Timestamp; by: string },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (;;) {
    const resolved = await sql<{ station: string }>`
      update station_errors e set time_handled = now(), handled_by = ${by}, solution = open.solution
      from (
        select distinct on (o.id) o.id, n.solution
        from jsonb_to_recordset(${JSON.stringify(resolutions)}) n(station text, "from" timestamptz, solution text)
        join station_errors o on o.station_name = n.station
        where o.time_logged >= n."from" and o.time_logged < ${until} and o.time_handled is null and o.supportlog_entry_id is null
        order by o.id limit ${RESOLVED_AT_ONCE}
      ) open
      where e.id = open.id returning e.station_name as station`.execute(tx);
    for (const { station } of resolved.rows) counts.set(station, (counts.get(station) ?? 0) + 1);
    if (resolved.rows.length < RESOLVED_AT_ONCE) return counts;
  }
}

/** The connection of a station between two times: each change, with its state before, by time; at most 10,000. */
export async function selectConnection(
  db: Db,
  { station, from, until }: Times & { station: string },
): Promise<{ at: Timestamp; online: boolean }[]> {
  const found = await sql<{ at: Timestamp; online: boolean }>`
    (select minute as at, online from station_history where station_name = ${station} and minute < ${from}
      order by minute desc limit 1)
    union all
    (select minute as at, online from station_history
      where station_name = ${station} and minute >= ${from} and minute < ${until} order by minute limit 10000)
    order by at`.execute(db);
  return found.rows;
}
