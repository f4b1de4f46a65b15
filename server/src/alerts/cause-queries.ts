import type { AlertKind } from "@groundcrew/shared/alerts";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** An alert that stands, by what decides about its cause. */
export type StandingAlert = {
  id: number;
  kind: AlertKind;
  station: string | null;
  parent: number | null;
  /** Whether a customer's rule has found it, too. */
  is_customers: boolean;
};

/** Alerts that stand: those with these ids, or all for null. */
export async function selectStanding(db: Db, ids: readonly number[] | null): Promise<StandingAlert[]> {
  const found = await sql<StandingAlert>`
    select id, kind, station_name as station, parent_id as parent, kind = 'error_rate' and exists (
        select from alert_matches m join alert_rules r on r.id = m.rule_id join organizations o on o.id = r.org_id
        where m.alert_id = alerts.id and m.ended_at is null and not o.is_provider) as is_customers
    from alerts where ended_at is null and ${ids === null ? sql`true` : sql`id = any(${ids}::integer[])`} order by id`.execute(
    db,
  );
  return found.rows;
}

/** An alert that may cause others. `stations` are those that it is about, null for all. */
export type Cause = { id: number; title: string; org_id: number | null; stations: string[] | null };

/** The alert that the server is not receiving from its stations, if it stands, and those of sites that are out. */
export async function selectOutages(db: Db): Promise<{ silence: Cause | null; sites: Cause[] }> {
  const found = await sql<Cause & { kind: string }>`
    select id, kind, title, org_id, case when kind = 'site_outage' then members end as stations from alerts
    where ended_at is null and kind in ('no_reports', 'site_outage') order by id`.execute(db);
  return {
    silence: found.rows.find(({ kind }) => kind === "no_reports") ?? null,
    sites: found.rows.filter(({ kind }) => kind === "site_outage"),
  };
}

type StationCause = { id: number; title: string; org_id: number | null; station: string };

/** Alerts that stand because these stations are offline. */
export async function selectOfflineAlerts(db: Db, stations: readonly string[]): Promise<StationCause[]> {
  const subjects = stations.map((station) => `station:${station}`);
  const found = await sql<StationCause>`
    select id, title, org_id, station_name as station from alerts
    where ended_at is null and kind = 'offline' and subject = any(${subjects}::text[])`.execute(db);
  return found.rows;
}

/** Alerts about groups of errors that these stations have, the oldest alert of each station. */
export async function selectGroupAlerts(db: Db, stations: readonly string[]): Promise<StationCause[]> {
  const found = await sql<StationCause>`
    select distinct on (e.station_name) a.id, a.title, a.org_id, e.station_name as station
    from alerts a join error_fingerprints f on a.subject = 'group:' || f.group_id
    join error_fingerprint_stations e on e.fingerprint_id = f.id and e.open > 0 and e.station_name = any(${stations}::text[])
    where a.kind = 'error_group' and a.ended_at is null
    order by e.station_name, a.id`.execute(db);
  return found.rows;
}
