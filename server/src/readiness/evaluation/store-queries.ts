import { DAY_MS, type CalendarDate } from "@groundcrew/shared/lib";
import { readinessRuleName, type StationReadiness, type SwapsDespite } from "@groundcrew/shared/readiness";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { CHARGES_KEPT, type Charge } from "./charges.ts";

/** The last result about a station, with the organization and the link of the last change that history was given. */
export type Evaluated = { evaluated: Omit<StationReadiness, "due">; org_id: number; link: boolean };

/** The same, with the type of the station. */
export type LastEvaluated = Evaluated & { station_type: StationType };

/** The last results about stations by name; at most 1,000. Stations that were never evaluated have none. */
export async function selectStored(db: Db, names: readonly string[]): Promise<Map<string, LastEvaluated>> {
  const found = await sql<LastEvaluated & { station_name: string }>`
    select r.station_name, r.evaluated, r.org_id, r.link, s.station_type
    from station_readiness r join stations s on s.name = r.station_name
    where r.station_name = any(${names}) order by r.station_name limit 1000`.execute(db);
  return new Map(found.rows.map(({ station_name, ...row }) => [station_name, row]));
}

/** Stores what `server` has evaluated about stations. */
export async function upsertEvaluated(
  tx: Db,
  rows: readonly (Evaluated & { station_name: string })[],
  server: string,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into station_readiness (station_name, evaluated, org_id, link, changed_by)
    select station_name, evaluated, org_id, link, ${server}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as e(station_name text, evaluated json, org_id integer, link boolean)
    order by station_name
    on conflict (station_name) do update
    set evaluated = excluded.evaluated, org_id = excluded.org_id, link = excluded.link,
      changed_xid = pg_current_xact_id(), changed_by = excluded.changed_by`.execute(tx);
}

/** Deletes what was evaluated about stations that are retired now. */
export async function deleteEvaluated(tx: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`delete from station_readiness where station_name = any(${names})`.execute(tx);
}

/** The last charges of some station types, oldest first. */
export async function selectCharges(
  db: Db,
  types: readonly StationType[],
): Promise<{ station_type: string; minutes: Charge }[]> {
  const found = await sql<{ station_type: string; minutes: Charge }>`
    select t.name as station_type, c.minutes from unnest(${types}::text[]) t(name)
    cross join lateral (
      select id, minutes from readiness_charges where station_type = t.name order by id desc limit ${CHARGES_KEPT}
    ) c order by t.name, c.id limit ${types.length * CHARGES_KEPT}`.execute(db);
  return found.rows;
}

/** Adds charges, and deletes those of their types that no longer count. */
export async function insertCharges(
  tx: Db,
  charges: readonly { station_type: string; minutes: Charge }[],
): Promise<void> {
  if (charges.length === 0) return;
  await sql`
    insert into readiness_charges (station_type, minutes)
    select station_type, array(select m::real from json_array_elements_text(minutes) with ordinality e(m, nth) order by nth)
    from json_to_recordset(${JSON.stringify(charges)}::json) as c(station_type text, minutes json)`.execute(tx);
  const types = [...new Set(charges.map(({ station_type }) => station_type))];
  await sql`
    delete from readiness_charges c using unnest(${types}::text[]) t(name)
    where c.station_type = t.name and c.id <= (
      select id from readiness_charges where station_type = t.name order by id desc limit 1 offset ${CHARGES_KEPT})`.execute(
    tx,
  );
}

/** Swaps that succeeded at a station on a day although a rule blocked it. */
export type DespiteRow = { day: CalendarDate; station_name: string; org_id: number; rule: string; swaps: number };

/** Counts swaps that succeeded despite a rule. No two rows have the same day, station, organization and rule. */
export async function countDespite(tx: Db, rows: readonly DespiteRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into readiness_despite as d (day, station_name, org_id, rule, swaps)
    select day, station_name, org_id, rule, swaps from json_to_recordset(${JSON.stringify(rows)}::json)
      as n(day date, station_name text, org_id integer, rule text, swaps bigint)
    order by day, station_name, org_id, rule
    on conflict (day, station_name, org_id, rule) do update set swaps = d.swaps + excluded.swaps`.execute(tx);
}

/** Swaps despite a rule are counted for as many days. */
export const DESPITE_DAYS = 30;

/** The swaps of the last days that succeeded despite a rule, and at how many stations, within an organization or for all with null. */
export async function selectDespite(
  db: Db,
  { now, orgId }: { now: number; orgId: number | null },
): Promise<SwapsDespite[]> {
  const found = await sql<SwapsDespite>`
    select s.station_type, d.rule, sum(d.swaps)::bigint as swaps, count(distinct d.station_name) as stations
    from readiness_despite d join stations s on s.name = d.station_name
    where d.day > ${dayBefore(now, DESPITE_DAYS)}::date and d.rule = any(${readinessRuleName.options}::text[]) and (${orgId}::integer is null or d.org_id = ${orgId})
    group by s.station_type, d.rule order by s.station_type, d.rule limit 200`.execute(db);
  return found.rows;
}

function dayBefore(now: number, days: number): CalendarDate {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
