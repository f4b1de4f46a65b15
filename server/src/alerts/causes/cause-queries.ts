import type { AlertKind } from "@groundcrew/shared/alerts";
import type { ReasonCode } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import {
  CAUSE_KINDS,
  CAUSES_OF_SEVERAL,
  GROUP_KINDS,
  KINDS_OF_GROUPS,
  READINESS_KINDS,
  SEVERAL_KINDS,
  STATION_KINDS,
  URGENT_KINDS,
} from "../kinds.ts";
import { LEVEL, type Levels } from "./levels.ts";

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
  levels: Levels;
};

/** The levels of the alert `a`, by its rules as they are now. */
const LEVELS = sql`coalesce((
    select json_object_agg(side, level) from (
      select coalesce(m.side, 0) as side, max(case when a.kind = any(${URGENT_KINDS}) or coalesce(r.severity, m.severity, a.severity) = 'urgent' then ${LEVEL.urgent}::integer else ${LEVEL.warning}::integer end) as level
      from alert_matches m left join alert_rules r on r.id = m.rule_id
      where m.alert_id = a.id and m.ended_at is null and m.calm_since is null group by 1
    ) sides
  ), '{}')`;

/** Active alerts: those with these ids, or all for null. */
export async function selectActive(db: Db, ids: readonly number[] | null): Promise<ActiveAlert[]> {
  const found = await sql<ActiveAlert>`
    select id, kind, station_name as station, members, parent_id as parent, kind = any(${KINDS_OF_GROUPS}) and exists (
        select from alert_matches m join alert_rules r on r.id = m.rule_id join organizations o on o.id = r.org_id
        where m.alert_id = a.id and m.ended_at is null and not o.is_provider) as is_customers, ${LEVELS} as levels
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
      where id = any(${ids}::integer[]) and kind = any(${CAUSE_KINDS})
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
    select a.id from alerts a where a.ended_at is null and a.kind = any(${SEVERAL_KINDS})
      and exists (select from causes where kind = any(${CAUSES_OF_SEVERAL}))`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** True if the alert `a` may explain others. */
const causes = sql`a.ended_at is null and a.calm_since is null`;

/** An alert that may explain others. It does so while its condition holds, but not while it is calm. */
export type Cause = { id: number; kind: AlertKind; title: string; org_id: number | null; levels: Levels };

/** An active alert about several stations, with those of the given ones that it explains. */
export type MembersCause = Cause & { stations: string[] };

/** Active alerts about several stations that explain some of these, oldest first. */
export async function selectMembersCauses(db: Db, stations: readonly string[]): Promise<MembersCause[]> {
  const found = await sql<MembersCause>`
    with wanted as (select distinct unnest(${stations}::text[]) as station)
    select a.id, a.kind, a.title, a.org_id, ${LEVELS} as levels, array_agg(station order by station) as stations
    from alerts a cross join unnest(a.members) member join wanted on station = member
    where ${causes} and a.kind = any(${SEVERAL_KINDS})
    group by a.id order by a.id`.execute(db);
  return found.rows;
}

export type StationCause = Cause & { station: string };

/** An active alert about a station, with the reasons why the station is not ready now. */
export type ReadinessCause = StationCause & { reasons: ReasonCode[] };

/** Active alerts about these stations that may explain others of them. */
export async function selectStationCauses(db: Db, stations: readonly string[]): Promise<ReadinessCause[]> {
  const subjects = stations.map((station) => `station:${station}`);
  const found = await sql<ReadinessCause>`
    select a.id, a.kind, a.title, a.org_id, ${LEVELS} as levels, a.station_name as station,
      case when a.kind = any(${READINESS_KINDS}) then array(
        select reason ->> 'code' from station_readiness r, json_array_elements(r.evaluated -> 'readiness' -> 'reasons') reason
        where r.station_name = a.station_name and reason ->> 'effect' in ('block', 'limit')
      ) else '{}' end as reasons
    from alerts a
    where ${causes} and a.kind = any(${CAUSE_KINDS}) and a.kind = any(${STATION_KINDS}) and a.subject = any(${subjects}::text[])`.execute(
    db,
  );
  return found.rows;
}

/** Active alerts about groups with open errors at these stations, the oldest alert of each station. */
export async function selectGroupAlerts(db: Db, stations: readonly string[]): Promise<StationCause[]> {
  const found = await sql<StationCause>`
    select distinct on (e.station_name) a.id, a.kind, a.title, a.org_id, ${LEVELS} as levels, e.station_name as station
    from alerts a join error_fingerprints f on 'group:' || f.group_id = a.subject
    join error_fingerprint_stations e on e.fingerprint_id = f.id and e.open > 0 and e.station_name = any(${stations}::text[])
    where a.kind = any(${GROUP_KINDS}) and ${causes}
    order by e.station_name, a.id`.execute(db);
  return found.rows;
}
