import type { Alert, Severity } from "@groundcrew/shared/alerts";
import { sql, type RawBuilder } from "kysely";
import { ownershipOf } from "../ownership/index.ts";
import { IS_SAME_ORGANIZATION, isVisible, otherSubject, ownedSubject, type AlertViewer } from "./alert-viewer.ts";
import { PARTS, URGENT_KINDS } from "./kinds.ts";

/**
 * Alerts in SQL as `a`, joined with the rows that determine their section: the viewer's mute as `m`, if it has not ended, and ownership as `o`.
 * `own` is the match of the viewer's side.
 */
export function alertSource(viewer: AlertViewer): RawBuilder<unknown> {
  return sql`alerts a ${ownMatch(viewer)}
    left join alert_mutes m on m.alert_id = a.id and m.side = ${viewer.side} and m.until > now()
    left join ownerships o on o.kind = 'alert' and o.subject = ${ownedSubject(viewer)}`;
}

/** The worst match of the viewer's side: of the active ones, or once the alert has resolved, of all. */
function ownMatch({ side }: AlertViewer): RawBuilder<unknown> {
  return sql`left join lateral (
      select severity, title, detail from alert_matches
      where alert_id = a.id and side = ${side} and title is not null and (ended_at is null or a.ended_at is not null)
      order by ended_at is not null, calm_since is not null, severity, level desc, rule_id limit 1
    ) own on true`;
}

/** The severity of the alert `a` for a side none of whose rules matches. Outages are urgent; the severity of another side's rule is not used. */
export const PLAIN_SEVERITY = sql<Severity>`case
  when a.kind = any(${URGENT_KINDS}) or a.plain_title is null then a.severity else 'warning' end`;
/** The severity of an alert for the viewer. */
export const SEVERITY = sql<Severity>`coalesce(own.severity, ${PLAIN_SEVERITY})`;
/** The title of an alert for the viewer, without the limits of other sides' rules. An older version stored no other title. */
const TITLE = sql`coalesce(own.title, a.plain_title, a.title)`;

/** The section of an active alert for the viewer, as its place in `ACTIVE_SECTIONS`. */
export const ACTIVE_SECTION = sql<number>`case when a.in_maintenance then 4 when a.calm_since is not null then 3
  when m.until is not null then 2 when o.acknowledged_at is not null then 1 else 0 end`;
/** The order of sections in a list. */
export const ACTIVE_SECTIONS = ["open", "acknowledged", "muted", "calm", "maintenance"] as const;

/** The section of an alert for the viewer. */
const SECTION = sql<
  Alert["section"]
>`case when a.ended_at is not null then 'ended' else (${ACTIVE_SECTIONS}::text[])[1 + ${ACTIVE_SECTION}] end`;

/** True if an alert is not grouped into one that the viewer sees. */
export function isTopLevel(viewer: AlertViewer): RawBuilder<boolean> {
  if (viewer.seesAll) return sql<boolean>`a.parent_id is null`;
  return sql<boolean>`(a.parent_id is null or (select not ${isVisible(viewer, "p")} from alerts p where p.id = a.parent_id))`;
}

/** The organization that an alert is about; for an incident, which organizations do not see, that of the station. */
export const ORGANIZATION = sql`coalesce(a.org_id, (select org_id from stations where name = a.station_name))`;

/** The columns of an alert as the viewer sees it; read with `toAlert`. */
export function alertColumns(viewer: AlertViewer): RawBuilder<unknown> {
  const station = sql`coalesce(a.station_title, (
      select coalesce(nullif(s.description, ''), s.serial_number) from stations s where s.name = a.station_name and ${IS_SAME_ORGANIZATION}))`;
  return sql`a.id, a.rev, ${SECTION} as section, a.kind, ${SEVERITY} as severity, ${TITLE} as title,
    case when own.title is null then a.detail else own.detail end as detail, a.why, a.subject, a.station_name,
    ${station} as station_title, a.org_id, (select name from organizations where id = ${ORGANIZATION}) as organization, a.site, a.stations,
    a.since, a.ended_at as ended, a.end_reason as reason, a.end_cause, a.flapping, a.calm_since, m.until as muted_until, m.by_name as muted_by, m.why as muted_why,
    ${ownershipOf("alert", ownedSubject(viewer))} as owner, ${otherOwner(viewer)} as other_owner,
    (
      select p.id from alerts p where p.id = a.parent_id and ${isVisible(viewer, "p")}
    ) as parent, ${childrenOf(viewer)} as children`;
}

/** The number of alerts that are grouped into an alert, directly or not. The stations of an alert about several are not counted. */
function childrenOf(viewer: AlertViewer): RawBuilder<number> {
  return sql<number>`(
    with recursive c as (
      select b.id, b.kind, b.ended_at, b.org_id from alerts b where b.parent_id = a.id
      union all
      select b.id, b.kind, b.ended_at, b.org_id from c join alerts b on b.parent_id = c.id
    )
    select count(*) from c
    where (c.ended_at is null or a.ended_at is not null) and ${isVisible(viewer, "c")}
      and a.kind || ' ' || c.kind <> all(${PARTS})
  )`;
}

/** The owner of an alert on the other side: an organization as a whole, or support staff. */
function otherOwner(viewer: AlertViewer): RawBuilder<Alert["other_owner"]> {
  const name =
    viewer.side === 0 ? sql`(select name from organizations where id = a.org_id)` : sql`${viewer.support}::text`;
  return sql<Alert["other_owner"]>`(
    select json_build_object('owner', ${name}, 'acknowledged', acknowledged_at is not null, 'since',
      to_char(coalesce(acknowledged_at, assigned_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from ownerships where kind = 'alert' and subject = ${otherSubject(viewer)}
  )`;
}

/** An alert, with the reason why several stations are one alert. */
export type FoundAlert = Alert & { why: string | null };

/** An alert as it is selected by `alertColumns`. */
export type AlertRow = Omit<FoundAlert, "subject" | "muted"> & {
  subject: string;
  station_name: string | null;
  muted_until: string | null;
  muted_by: string | null;
  muted_why: string | null;
};

export function toAlert({
  subject,
  station_name,
  muted_until: until,
  muted_by: by,
  muted_why: why,
  ...row
}: AlertRow): FoundAlert {
  const muted = until === null || by === null || why === null ? null : { until, by, why };
  return { ...row, subject: subjectOf(subject, station_name), muted };
}

function subjectOf(text: string, station: string | null): Alert["subject"] {
  const [kind = "", rest = ""] = text.split(":", 2);
  switch (kind) {
    case "site":
    case "reason":
      return { kind: "site" };
    case "group":
      return { kind, group: Number(rest) };
    case "incident":
      return station === null ? { kind: "server" } : { kind, entry: Number(rest), station };
    case "external":
      return { kind };
    default:
      return station === null ? { kind: "server" } : { kind: "station", station };
  }
}
