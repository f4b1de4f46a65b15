import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { readinessRules, ruleChangeTexts } from "@groundcrew/shared/readiness";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { isOneOf } from "../../placed-stations/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { stationTitle } from "../../stations/index.ts";
import type { RulesSubject } from "./rule-book.ts";

/** A change of rules for stations, which are an organization's also where they are one. */
type NewChange = RulesSubject & { at: Timestamp; before: unknown; after: unknown };

/** Stores a change of rules with those that apply to the same stations before them, in the transaction that saves it. */
export async function insertRuleChange(
  tx: Db,
  { at, station_type, org_id, station, before, after }: NewChange,
): Promise<void> {
  await sql`
    with inherited as (
      select coalesce(jsonb_agg(rules order by org_id nulls first), '[]') as rules from readiness_rules
      where station_type = ${station_type} and station_name is null and (
        (org_id is null and ${org_id}::integer is not null) or (org_id = ${org_id} and ${station}::text is not null))
    )
    insert into readiness_rule_changes (at, station_type, org_id, station_name, before, after)
    select ${at}::timestamptz, ${station_type}, ${org_id}, ${station}, rules || jsonb_build_array(${JSON.stringify(before)}::jsonb),
      rules || jsonb_build_array(${JSON.stringify(after)}::jsonb)
    from inherited`.execute(tx);
}

/** More than people read. */
const CHANGES_MAX = 20;

const applied = z.array(readinessRules);

/** Days from one to another one, and the stations of an organization, of all for null, or only those of them with some names. */
type ChangesRange = {
  from: CalendarDate;
  to: CalendarDate;
  orgId: number | null;
  stations: readonly string[] | null;
};

/**
 * The changes of rules in a range that are about stations of an organization, or of any, oldest first; at most 20. Those of a type are only listed if the
 * organization has a station of it. A station that belongs to another organization now has its name as its title. The caller must have checked access to the organization.
 */
export async function selectRuleChanges(
  db: Db,
  { from, to, orgId, stations }: ChangesRange,
): Promise<{ at: Timestamp; text: string }[]> {
  type Row = Pick<RulesSubject, "station_type"> & {
    at: Timestamp;
    organization: string | null;
    title: string | null;
    before: unknown;
    after: unknown;
  };
  const found = await sql<Row>`
    select c.at, c.station_type, o.name as organization,
      case when s.name is not null and (${orgId}::integer is null or s.org_id = ${orgId}) then ${stationTitle} else c.station_name end as title,
      c.before, c.after
    from readiness_rule_changes c
    left join organizations o on o.id = c.org_id
    left join stations s on s.name = c.station_name
    where c.at >= ${from}::date::timestamptz and c.at < (${to}::date + 1)::timestamptz and (
      ${orgId}::integer is null or c.org_id = ${orgId}
      or (c.org_id is null and exists (select from stations own where own.org_id = ${orgId} and own.station_type = c.station_type)))
      and ${isAbout(stations)}
    order by c.at, c.id limit ${CHANGES_MAX}`.execute(db);
  return found.rows.flatMap(({ at, station_type: stationType, organization, title, ...rules }) => {
    const [before, after] = [applied.safeParse(rules.before), applied.safeParse(rules.after)];
    if (!before.success || !after.success) return [];
    const where = title ?? `${stationType} stations${organization === null ? "" : ` of ${organization}`}`;
    return ruleChangeTexts({ stationType, where }, before.data, after.data).map((text) => ({ at, text }));
  });
}

/** True for changes about some stations: one of them, or those of a type and an organization that one of them is of. */
function isAbout(stations: readonly string[] | null): RawBuilder<unknown> {
  if (stations === null) return sql`true`;
  return sql`exists (
    select from stations one where ${isOneOf(sql`one.name`, stations)} and one.station_type = c.station_type and (
      one.name = c.station_name or (c.station_name is null and (c.org_id is null or one.org_id = c.org_id))))`;
}
