import type { Timestamp } from "@groundcrew/shared/lib";
import { LONGEST_PAUSE_MS, readinessReason, type ReadinessChange, type TimeSpan } from "@groundcrew/shared/readiness";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";

/**
 * Stores changes of readiness, in any order. A change at the time of another one of its station replaces that. Give it the transaction that stores
 * what was evaluated.
 */
export async function storeChanges(tx: Db, changes: readonly ReadinessChange[]): Promise<void> {
  // A statement cannot write a row twice.
  const byTime = new Map(changes.map((change) => [`${change.station} ${change.at}`, change]));
  await sql`
    insert into readiness_changes (station_name, at, org_id, state, cause, reasons, maintenance, link)
    select station, 'epoch'::timestamptz + at * interval '1 ms', org_id, state, cause, reasons, maintenance, link
    from json_to_recordset(${JSON.stringify([...byTime.values()])}::json) as change(station text, at bigint, org_id integer,
      state text, cause text, reasons jsonb, maintenance boolean, link boolean)
    on conflict (station_name, at) do update set org_id = excluded.org_id, state = excluded.state, cause = excluded.cause,
      reasons = excluded.reasons, maintenance = excluded.maintenance, link = excluded.link`.execute(tx);
}

/** Stores that readiness is evaluated at a time (ms). The newest row goes up to it, unless evaluation paused for too long. */
export async function recordEvaluation(db: Db, now: number): Promise<void> {
  await sql`
    with last as (select id, until from readiness_evaluations order by until desc limit 1), continued as (
      update readiness_evaluations set until = greatest(readiness_evaluations.until, ${iso(now)}::timestamptz)
      from last where readiness_evaluations.id = last.id and last.until >= ${iso(now - LONGEST_PAUSE_MS)}::timestamptz
      returning readiness_evaluations.id
    )
    insert into readiness_evaluations (began, until)
    select ${iso(now)}::timestamptz, ${iso(now)}::timestamptz where not exists (select from continued)`.execute(db);
}

/** When it was last noted that readiness is evaluated; null before the first time. */
export async function lastEvaluation(db: Db): Promise<Timestamp | null> {
  const found = await sql<{ until: Timestamp }>`
    select until from readiness_evaluations order by until desc limit 1`.execute(db);
  return found.rows[0]?.until ?? null;
}

/** When readiness was evaluated in a range, with what is less than a pause away from it; oldest first. */
export async function selectEvaluated(db: Db, { from, until }: TimeSpan): Promise<TimeSpan[]> {
  const found = await sql<{ began: Timestamp; until: Timestamp }>`
    select began, until from readiness_evaluations
    where until >= ${iso(from - LONGEST_PAUSE_MS)}::timestamptz and began <= ${iso(until + LONGEST_PAUSE_MS)}::timestamptz
    order by until, id limit 100000`.execute(db);
  return found.rows.map((row) => ({ from: Date.parse(row.began), until: Date.parse(row.until) }));
}

const COLUMNS = sql`at, org_id, state, cause, reasons, maintenance, link`;

/** The most changes of a station in a range that are read. */
const MOST_CHANGES = 20_000;

type ChangeRow = Omit<ReadinessChange, "at" | "reasons"> & { at: Timestamp; reasons: unknown };

/** The changes of some stations in a range, and the last one of each before it; those of each station in order. */
export function selectChanges(
  db: Db,
  names: readonly string[],
  range: TimeSpan,
): Promise<Map<string, ReadinessChange[]>> {
  return selectOf(db, names, { ...range, columns: COLUMNS });
}

/** The same as `selectChanges`, but without reasons and causes that do not decide how time counts, which take most of the time that reading takes. */
export function selectStates(
  db: Db,
  names: readonly string[],
  range: TimeSpan,
): Promise<Map<string, ReadinessChange[]>> {
  return selectOf(db, names, { ...range, columns: STATES });
}

const STATES = sql`at, org_id, state, null as cause,
  case when reasons->0->>'code' = 'never' then reasons else '[]' end as reasons, maintenance, link`;

type Selected = TimeSpan & { columns: RawBuilder<unknown> };

async function selectOf(
  db: Db,
  names: readonly string[],
  { from, until, columns }: Selected,
): Promise<Map<string, ReadinessChange[]>> {
  const found = await sql<ChangeRow>`
    select n.name as station, change.*
    from unnest(${names}::text[]) n(name) cross join lateral (
      (
        select ${columns} from readiness_changes where station_name = n.name and at <= ${iso(from)}::timestamptz
        order by at desc limit 1
      ) union all (
        select ${columns} from readiness_changes
        where station_name = n.name and at > ${iso(from)}::timestamptz and at < ${iso(until)}::timestamptz
        order by at limit ${MOST_CHANGES}
      )
    ) change
    order by n.name, at`.execute(db);
  return Map.groupBy(found.rows.map(changeOf), ({ station }) => station);
}

/**
 * The newest changes of a station before a time (ms) that the caller may see, newest first. With them come those of other organizations that begin
 * and end its time: the one after each, and the last one before the oldest.
 */
export async function selectNewestChanges(
  db: Db,
  station: string,
  { until, limit, scope }: { until: number; limit: number; scope: Scope },
): Promise<ReadinessChange[]> {
  const found = await sql<ChangeRow>`
    with seen as materialized (
      select ${COLUMNS} from readiness_changes
      where station_name = ${station} and at < ${iso(until)}::timestamptz
        and (${scope.orgId}::integer is null or org_id = ${scope.orgId})
      order by at desc limit ${limit}
    ), edges as (
      select after.* from seen cross join lateral (
        select ${COLUMNS} from readiness_changes
        where station_name = ${station} and at > seen.at order by at limit 1
      ) after
      union all (
        select ${COLUMNS} from readiness_changes
        where station_name = ${station} and at < (select min(at) from seen) order by at desc limit 1
      )
    )
    select ${station}::text as station, ${COLUMNS} from (
      select * from seen union all select * from edges where org_id <> ${scope.orgId}
    ) change
    order by at desc limit ${2 * limit + 1}`.execute(db);
  return found.rows.map(changeOf);
}

function changeOf({ at, reasons, ...row }: ChangeRow): ReadinessChange {
  return { ...row, at: Date.parse(at), reasons: z.array(readinessReason).parse(reasons) };
}

/** The day (ms) of the oldest change; null without any. */
export async function firstChange(db: Db): Promise<Timestamp | null> {
  const found = await sql<{ at: Timestamp }>`select at from readiness_changes order by at limit 1`.execute(db);
  return found.rows[0]?.at ?? null;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** The time zone of a station's site; null for a station without a site, or one of which the zone is not known. */
export async function findTimeZone(db: Db, station: string): Promise<string | null> {
  const row = await db
    .selectFrom("stations")
    .innerJoin("sites", "sites.id", "stations.site_id")
    .select("sites.time_zone")
    .where("stations.name", "=", station)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}
