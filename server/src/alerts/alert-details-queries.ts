import { partsKindOf, type Alert, type AlertDetails } from "@groundcrew/shared/alerts";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { isVisible, ownedSubject, type AlertViewer } from "./alert-viewer.ts";

const STATIONS_MAX = 200;
const HISTORY_MAX = 200;

type StationOfAlert = Omit<AlertDetails["stations_of"][number], "online">;

/**
 * The stations of an alert, by title; at most 200: its own, those of an alert about several and of the alerts grouped into it, or those with open errors of its
 * group. Stations that have moved to another organization are left out. `since` is the station's own time: when its alert began, or when it
 * was last online. `also` are other active alerts of them.
 */
export async function selectStationsOf(db: Db, viewer: AlertViewer, alert: Alert): Promise<StationOfAlert[]> {
  const partsKind = partsKindOf(alert.kind) ?? null;
  const group = alert.subject.kind === "group" ? alert.subject.group : null;
  const found = await sql<StationOfAlert>`
    with grouped as (
      select ${alert.id}::integer as id
      union all
      select id from alerts where parent_id = ${alert.id}
      union all
      select c.id from alerts b join alerts c on c.parent_id = b.id where b.parent_id = ${alert.id}
    ), named as (
      select station, max(org_id) as org_id, min(since) as since, max(at) as at from (
        select a.station_name as station, a.org_id, a.since, a.since as at from grouped join alerts a using (id)
        where ${isVisible(viewer)}
        union all
        select unnest(a.members), a.org_id, null, a.since from alerts a where a.id = ${alert.id}
        union all
        select e.station_name, null, e.first_seen, e.first_seen
        from error_fingerprints f join error_fingerprint_stations e on e.fingerprint_id = f.id
        where f.group_id = ${group}::integer and e.open > 0 and ${viewer.seesAll}
      ) any_station where station is not null group by station
    )
    select s.name as station, coalesce(nullif(s.description, ''), s.serial_number) as title, s.serial_number,
      s.location_deployment as location, coalesce(n.since, case when ${alert.ended}::timestamptz is null then st.last_online end, n.at) as since, array(
        select rtrim(a.title, '.') from alerts a
        where a.station_name = s.name and a.ended_at is null and a.id <> ${alert.id} and ${isVisible(viewer)}
          and a.kind is distinct from ${partsKind}
        order by a.severity, a.since, a.id limit 20
      ) as also
    from named n join stations s on s.name = n.station and (n.org_id is null or s.org_id = n.org_id)
      left join station_states st on st.station_name = s.name
    order by title, s.name limit ${STATIONS_MAX}`.execute(db);
  return found.rows;
}

/** The rules that have matched an alert, by name; for customers only their own. */
export async function selectRulesOf(db: Db, { orgId }: AlertViewer, id: number): Promise<AlertDetails["rules"]> {
  const found = await sql<AlertDetails["rules"][number]>`
    select r.id, r.name, o.name as organization
    from alert_matches m join alert_rules r on r.id = m.rule_id join organizations o on o.id = r.org_id
    where m.alert_id = ${id} and ${orgId === null ? sql`true` : sql`r.org_id = ${orgId}`}
    order by lower(r.name), r.id limit 100`.execute(db);
  return found.rows;
}

type OwnerEntry = { action: string; author: string | null; owner: string; note: string | null };

/** The history of an alert that the viewer's side sees, latest first; at most 200 entries. */
export async function selectAlertHistory(
  db: Db,
  viewer: AlertViewer,
  id: number,
): Promise<{ at: Timestamp; what: string }[]> {
  const found = await sql<{ at: Timestamp; what: string | null; entry: OwnerEntry }>`
    select at, what, entry from (
      select h.at, 1 as source, h.id, h.what, null::json as entry from alert_history h
      where h.alert_id = ${id} and (h.side is null or h.side = ${viewer.side})
      union all
      select h.at, 2, h.id, null, json_build_object('action', h.action, 'author', h.author, 'owner', h.owner, 'note', h.note)
      from alerts a join ownership_history h on h.kind = 'alert' and h.subject = ${ownedSubject(viewer)}
      where a.id = ${id} and h.action <> 'ended'
    ) happened order by at desc, source, id desc limit ${HISTORY_MAX}`.execute(db);
  return found.rows.map(({ at, what, entry }) => ({ at, what: what ?? ownerText(entry) }));
}

/** Describes a change of ownership. Its end with the alert is not described, because the alert's own entry says so. */
function ownerText({ action, author, owner, note }: OwnerEntry): string {
  const by = author ?? owner;
  switch (action) {
    case "assigned":
      return `${by} assigned this to ${owner}${note === null ? "" : `: ${note}`}`;
    case "released":
      return by === owner ? `${owner} released this` : `${by} released this from ${owner}`;
    case "taken_over":
      return `${owner} took this over`;
    case "prolonged":
      return `${by} kept this for another 24 hours`;
    case "expired":
      return `No longer assigned to ${owner}: nothing was done for 24 hours`;
    case "removed":
      return `No longer assigned to ${owner}, who was removed`;
    default:
      return `${owner} acknowledged this`;
  }
}
