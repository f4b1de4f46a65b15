import type { AlertKind } from "@groundcrew/shared/alerts";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** An active alert, with the facts that determine its cause. */
export type ActiveAlert = {
  id: number;
  kind: AlertKind;
  station: string | null;
  /** The stations of an outage. */
  members: string[];
  parent: number | null;
  /** True if a customer's rule also matches. */
  is_customers: boolean;
  /** Sides with a rule that matches; 0 is support staff. */
  sides: number[];
};

/** The sides with a rule that matches the alert `a`. */
export const SIDES = sql`array(select distinct coalesce(m.side, 0) from alert_matches m where m.alert_id = a.id and m.ended_at is null)`;

/** Active alerts: those with these ids, or all for null. */
export async function selectActive(db: Db, ids: readonly number[] | null): Promise<ActiveAlert[]> {
  const found = await sql<ActiveAlert>`
    select id, kind, station_name as station, members, parent_id as parent, kind = 'error_rate' and exists (
        select from alert_matches m join alert_rules r on r.id = m.rule_id join organizations o on o.id = r.org_id
        where m.alert_id = a.id and m.ended_at is null and not o.is_provider) as is_customers, ${SIDES} as sides
    from alerts a where ended_at is null and ${ids === null ? sql`true` : sql`id = any(${ids}::integer[])`} order by id`.execute(
    db,
  );
  return found.rows;
}

/** Active alerts that are grouped into one of these, or may have to be, because they are about the same stations. */
export async function selectRelated(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with causes as (
      select id, kind, subject, station_name, members from alerts
      where id = any(${ids}::integer[]) and kind in ('no_reports', 'site_outage', 'offline', 'error_group', 'not_ready')
    ), concerned as (
      select station_name from causes union select unnest(members) from causes
      union
      select e.station_name from causes c join error_fingerprints f on 'group:' || f.group_id = c.subject
        join error_fingerprint_stations e on e.fingerprint_id = f.id and e.open > 0
    )
    select a.id from alerts a where a.ended_at is null and a.parent_id in (select id from causes)
    union
    select a.id from concerned n join alerts a on a.station_name = n.station_name and a.ended_at is null
    union
    select a.id from alerts a where a.ended_at is null and a.kind = 'site_outage'
      and exists (select from causes where kind = 'no_reports')`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** True if the alert `a` may explain others. */
export const causes = sql`a.ended_at is null and a.calm_since is null`;

/** An alert that may explain others. It does so while its condition holds, but not while it is calm. */
export type Cause = { id: number; kind: AlertKind; title: string; org_id: number | null };

/** An active outage, with those of the given stations that it explains. */
export type Outage = Cause & { stations: string[] };

/** Active outages that explain some of these stations, oldest first. */
export async function selectOutages(db: Db, stations: readonly string[]): Promise<Outage[]> {
  const found = await sql<Outage>`
    with wanted as (select distinct unnest(${stations}::text[]) as station)
    select a.id, a.kind, a.title, a.org_id, array_agg(station order by station) as stations
    from alerts a cross join unnest(a.members) member join wanted on station = member
    where ${causes} and a.kind in ('no_reports', 'site_outage')
    group by a.id order by a.id`.execute(db);
  return found.rows;
}

export type StationCause = Cause & { station: string };

/** Active alerts that these stations are offline. */
export async function selectOfflineAlerts(db: Db, stations: readonly string[]): Promise<StationCause[]> {
  const subjects = stations.map((station) => `station:${station}`);
  const found = await sql<StationCause>`
    select id, kind, title, org_id, station_name as station from alerts a
    where ${causes} and kind = 'offline' and subject = any(${subjects}::text[])`.execute(db);
  return found.rows;
}

/** Active alerts about groups with open errors at these stations, the oldest alert of each station. */
export async function selectGroupAlerts(db: Db, stations: readonly string[]): Promise<StationCause[]> {
  const found = await sql<StationCause>`
    select distinct on (e.station_name) a.id, a.kind, a.title, a.org_id, e.station_name as station
    from alerts a join error_fingerprints f on 'group:' || f.group_id = a.subject
    join error_fingerprint_stations e on e.fingerprint_id = f.id and e.open > 0 and e.station_name = any(${stations}::text[])
    where a.kind = 'error_group' and ${causes}
    order by e.station_name, a.id`.execute(db);
  return found.rows;
}
