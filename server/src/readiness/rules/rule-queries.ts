import type { Timestamp } from "@groundcrew/shared/lib";
import { readinessRules, type ReadinessRules, type SavedReadinessRules } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { shownName, type Db, type NameReader } from "../../platform/db/index.ts";
import type { Author } from "../../platform/http/index.ts";
import { stationTitle } from "../../stations/index.ts";
import type { RulesSubject, StoredRules } from "./rule-book.ts";

/** Rules that can be saved, each for other stations. */
export const RULES_MAX = 1_000;

type RawRules<Rules> = Omit<Rules, "rules"> & { rules: unknown };

/** All rules that differ from the usual ones; those that no longer fit their schema are left out. */
export async function selectRules(db: Db): Promise<StoredRules[]> {
  const found = await sql<RawRules<StoredRules>>`
    select station_type, org_id, station_name as station, rules, rev from readiness_rules order by id limit ${RULES_MAX}`.execute(
    db,
  );
  return found.rows.flatMap(valid);
}

/** The rules that differ from the usual ones for stations of a type: for all, for those of an organization, or for one of it. */
export async function selectRulesOf(db: Db, { station_type, org_id, station }: RulesSubject): Promise<StoredRules[]> {
  const found = await sql<RawRules<StoredRules>>`
    select r.station_type, r.org_id, r.station_name as station, r.rules, r.rev
    from readiness_rules r left join stations s on s.name = r.station_name
    where r.station_type = ${station_type}
      and (${org_id}::integer is null or coalesce(r.org_id, s.org_id, ${org_id}) = ${org_id})
      and (${station}::text is null or coalesce(r.station_name, ${station}) = ${station})
    order by r.id limit ${RULES_MAX}`.execute(db);
  return found.rows.flatMap(valid);
}

function valid<Rules extends { rules: unknown }>(row: Rules): (Omit<Rules, "rules"> & { rules: ReadinessRules })[] {
  const read = readinessRules.safeParse(row.rules);
  return read.success ? [{ ...row, rules: read.data }] : [];
}

/** Rules with who saved them, for a reader within an organization, or for all with null: those for its stations. By type, then for the most stations first. */
export async function selectSavedRules(
  db: Db,
  { orgId, ...reader }: NameReader & { orgId: number | null },
): Promise<SavedReadinessRules[]> {
  const found = await sql<RawRules<SavedReadinessRules>>`
    select r.station_type, r.org_id, r.station_name as station, o.name as organization,
      case when s.name is not null then ${stationTitle} end as station_title, r.rules, r.rev, r.changed,
      ${shownName("r.changed_by", "r.changed_by_staff", reader)} as changed_by
    from readiness_rules r
    left join stations s on s.name = r.station_name
    left join organizations o on o.id = coalesce(r.org_id, s.org_id)
    where ${orgId}::integer is null or coalesce(r.org_id, s.org_id, ${orgId}) = ${orgId}
    order by r.station_type, r.org_id is not null, r.station_name is not null, o.name, r.id
    limit ${RULES_MAX}`.execute(db);
  return found.rows.flatMap(valid);
}

/** How many rules are saved. */
export async function countRules(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from readiness_rules`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Locks the rules for these stations; undefined if there are none. */
export async function lockRules(
  tx: Db,
  { station_type, org_id, station }: RulesSubject,
): Promise<{ rules: unknown; rev: number; changed_by: string } | undefined> {
  // Those that do not exist yet cannot be locked.
  await sql`select pg_advisory_xact_lock(hashtextextended('readiness rules', 0))`.execute(tx);
  const found = await sql<{ rules: unknown; rev: number; changed_by: string }>`
    select rules, rev, changed_by from readiness_rules
    where station_type = ${station_type} and org_id is not distinct from ${org_id}::integer
      and station_name is not distinct from ${station}::text`.execute(tx);
  return found.rows[0];
}

type NewRules = RulesSubject & { rules: ReadinessRules; author: Author; at: Timestamp };

/** Saves rules, and returns their revision. One that was used is not used again. */
export async function saveRules(
  tx: Db,
  { station_type, org_id, station, rules, author, at }: NewRules,
): Promise<number> {
  const found = await sql<{ rev: number }>`
    insert into readiness_rules (station_type, org_id, station_name, rules, rev, changed, changed_by, changed_by_staff)
    values (${station_type}, ${org_id}, ${station}, ${JSON.stringify(rules)}, nextval('readiness_rule_revisions'), ${at},
      ${author.name}, ${author.isStaff})
    on conflict (station_type, org_id, station_name) do update
    set rules = excluded.rules, rev = excluded.rev, changed = excluded.changed, changed_by = excluded.changed_by,
      changed_by_staff = excluded.changed_by_staff
    returning rev`.execute(tx);
  return found.rows[0]?.rev ?? 0;
}

/** Removes the rules for these stations. */
export async function deleteRules(tx: Db, { station_type, org_id, station }: RulesSubject): Promise<void> {
  await sql`
    delete from readiness_rules
    where station_type = ${station_type} and org_id is not distinct from ${org_id}::integer
      and station_name is not distinct from ${station}::text`.execute(tx);
}

/** The organization and type of a station; undefined if there is no such station. */
export async function findRuledStation(
  db: Db,
  name: string,
): Promise<{ org_id: number; station_type: string; serial_number: string } | undefined> {
  const found = await sql<{ org_id: number; station_type: string; serial_number: string }>`
    select org_id, station_type, serial_number from stations where name = ${name}`.execute(db);
  return found.rows[0];
}

/** True if there is an organization. */
export async function hasOrganization(db: Db, id: number): Promise<boolean> {
  const found = await sql`select from organizations where id = ${id}`.execute(db);
  return found.rows.length > 0;
}
