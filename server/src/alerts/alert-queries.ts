import {
  ALERTS_KEPT_DAYS,
  type Alert,
  type AlertCounts,
  type AlertKind,
  type AlertSection,
  type AlertSort,
} from "@groundcrew/shared/alerts";
import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db } from "../platform/db/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";
import {
  ACTIVE_SECTION,
  ACTIVE_SECTIONS,
  alertColumns,
  alertSource,
  ORGANIZATION,
  SEVERITY,
  isTopLevel,
  toAlert,
  type AlertRow,
  type FoundAlert,
} from "./alert-row.ts";
import { isVisible, type AlertViewer } from "./alert-viewer.ts";
import { SERVER_KINDS } from "./kinds.ts";

/** Which alerts a list has. Without a section, those that are open, acknowledged or muted. */
export type AlertQuery = {
  section?: AlertSection | undefined;
  own: "all" | "unassigned" | "mine";
  org_id?: number | undefined;
  kind?: AlertKind | undefined;
  station?: string | undefined;
  q?: string | undefined;
  sort?: AlertSort | undefined;
  cursor?: string | undefined;
};

type Page = { alerts: Alert[]; next: string | null; counts: AlertCounts };
type Limits = { limit: number; now: number };

/** Alerts in maintenance are listed only on request. */
const IS_LISTED = sql`section < ${ACTIVE_SECTIONS.indexOf("maintenance")}`;

/** A page of alerts with the counts of all, in one statement, and the cursor of the next page, null after the last one. */
export async function selectAlerts(
  db: Db,
  viewer: AlertViewer,
  { limit, now, ...query }: AlertQuery & Limits,
): Promise<Page> {
  const { page, place, order } = (query.section === "ended" ? endedPage : activePage)(viewer, query, limit + 1);
  const found = await sql<AlertRow & { place: unknown; counts: AlertCounts | null }>`
    with active as materialized (${activeAlerts(viewer, query, now)}), page as (${page})
    select case when row_number() over (order by ${order}) = 1 then (${countsOf(viewer, now)}) end as counts, ${place} as place, shown.*
    from (values (1)) as always(one) left join page on true
      left join lateral (select ${alertColumns(viewer)} from ${alertSource(viewer)} where a.id = page.id) shown on true
    order by ${order}`.execute(db);
  // Without alerts, there is one row with the counts.
  const rows = found.rows.filter(({ id }) => id !== null);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    alerts: shown.map(toAlert),
    next: last ? writeCursor(last.place) : null,
    counts: found.rows[0]?.counts ?? NO_COUNTS,
  };
}

/** The counts of alerts, as in a list, and when one last ended. */
export async function summarizeActive(
  db: Db,
  viewer: AlertViewer,
  now: number,
): Promise<{ counts: AlertCounts; last_ended: Timestamp | null }> {
  const found = await sql<{ counts: AlertCounts; last_ended: Timestamp | null }>`
    with active as materialized (${activeAlerts(viewer, { own: "all" }, now)})
    select (${countsOf(viewer, now)}) as counts, (
      select a.ended_at from ${alertSource(viewer)}
      where a.ended_at is not null and ${isVisible(viewer)} and ${isTopLevel(viewer)} order by a.ended_at desc, a.id desc limit 1
    ) as last_ended`.execute(db);
  return found.rows[0] ?? { counts: NO_COUNTS, last_ended: null };
}

/** One alert that the viewer sees. */
export async function findAlert(db: Db, viewer: AlertViewer, id: number): Promise<FoundAlert | undefined> {
  const found = await sql<AlertRow>`
    select ${alertColumns(viewer)} from ${alertSource(viewer)} where a.id = ${id} and ${isVisible(viewer)}`.execute(db);
  const [row] = found.rows;
  return row && toAlert(row);
}

const NO_COUNTS: AlertCounts = {
  all: 0,
  unassigned: 0,
  assigned: 0,
  acknowledged: 0,
  muted: 0,
  mine: 0,
  ended_today: 0,
  maintenance: 0,
};

/** Urgent alerts first, preceded by the alert that explains most of the others. */
const SEVERITY_ORDER = sql`case when a.kind = any(${SERVER_KINDS}) then -1 when ${SEVERITY} = 'urgent' then 0 else 1 end`;

/** All active alerts, with the columns that count and order them; `matches` is true if they pass the filter of a list. */
function activeAlerts(viewer: AlertViewer, query: AlertQuery, now: number): RawBuilder<unknown> {
  return sql`
    select a.id, ${sortKeys(query.sort, now)}, ${ACTIVE_SECTION} as section, o.owner_id,
      ${matching(query)} as matches
    from ${searchedSource(viewer, query)} where a.ended_at is null and ${isVisible(viewer)} and ${isTopLevel(viewer)}`;
}

/** The sort keys within a section, lowest first: `rank`, then `urgency`, then `moment` (µs). */
function sortKeys(sort: AlertSort = "severity", now: number): RawBuilder<unknown> {
  const moment = sql`(extract(epoch from a.since) * 1000000)::bigint`;
  switch (sort) {
    case "severity":
      return sql`0 as rank, ${SEVERITY_ORDER} as urgency, ${moment} as moment`;
    case "oldest":
      return sql`0 as rank, 0 as urgency, ${moment} as moment`;
    case "newest":
      return sql`0 as rank, 0 as urgency, -${moment} as moment`;
    case "new": {
      const isNew = sql`a.since > ${new Date(now - DAY_MS).toISOString()}::timestamptz`;
      return sql`case when ${isNew} then 0 else 1 end as rank, case when ${isNew} then 0 else ${SEVERITY_ORDER} end as urgency,
        case when ${isNew} then -${moment} else ${moment} end as moment`;
    }
  }
}

/** The ids of a page, the place of an alert in the list for its cursor, and the order of the list. */
type PageQuery = Record<"page" | "place" | "order", RawBuilder<unknown>>;

function activePage(viewer: AlertViewer, query: AlertQuery, limit: number): PageQuery {
  const after = readCursor(query.cursor, activePlace);
  const isAfter =
    after &&
    sql`(section, rank, urgency, moment, id) > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]}::bigint, ${after[4]})`;
  const page = sql`
    select id, section as place, rank, urgency, moment from active
    where matches and ${query.section === undefined ? IS_LISTED : sql`section = ${placeOf(query.section)}`}
      and ${owned(viewer, query)} and ${isAfter ?? sql`true`}
    order by section, rank, urgency, moment, id limit ${limit}`;
  const place = sql`json_build_array(page.place, rank, urgency, moment, page.id)`;
  return { page, place, order: sql`page.place, rank, urgency, moment, page.id` };
}

function endedPage(viewer: AlertViewer, query: AlertQuery, limit: number): PageQuery {
  const [id] = readCursor(query.cursor, endedPlace) ?? [];
  const isAfter = id && sql`(a.ended_at, a.id) < ((select ended_at from alerts where id = ${id}), ${id}::integer)`;
  const page = sql`
    select a.id, a.ended_at from ${searchedSource(viewer, query)}
    where a.ended_at > now() - make_interval(days => ${ALERTS_KEPT_DAYS}) and ${isVisible(viewer)} and ${isTopLevel(viewer)}
      and ${matching(query)} and ${isAfter ?? sql`true`}
    order by a.ended_at desc, a.id desc limit ${limit}`;
  return { page, place: sql`json_build_array(page.id)`, order: sql`page.ended_at desc, page.id desc` };
}

function owned({ userId }: AlertViewer, { own }: AlertQuery): RawBuilder<unknown> {
  if (own === "mine") return sql`owner_id = ${userId}`;
  return own === "unassigned" ? sql`section = ${placeOf("open")} and owner_id is null` : sql`true`;
}

function placeOf(section: AlertSection): number {
  return ACTIVE_SECTIONS.findIndex((one) => one === section);
}

/** True if an alert passes the filter: by organization, kind, station and text. */
function matching(query: AlertQuery): RawBuilder<boolean> {
  const { org_id, kind, station } = query;
  const text = searched(query);
  const conditions = [
    ...(org_id === undefined ? [] : [sql`${ORGANIZATION} = ${org_id}`]),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
    ...(station === undefined ? [] : [sql`a.station_name = ${station}`]),
    ...(text === "" ? [] : [sql`position(lower(${text}) in lower(${SEARCHED})) > 0`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function searched({ q }: AlertQuery): string {
  return q?.trim() ?? "";
}

/** The text that is searched. */
const SEARCHED = sql`concat_ws(E'\n', a.title, a.detail, a.site, searched_org.name, searched.description, searched.serial_number, searched.name)`;

/** Alerts, and for a search also the other tables that are searched. */
function searchedSource(viewer: AlertViewer, query: AlertQuery): RawBuilder<unknown> {
  if (searched(query) === "") return alertSource(viewer);
  return sql`${alertSource(viewer)} left join stations searched on searched.name = a.station_name and (a.org_id is null or searched.org_id = a.org_id)
    left join organizations searched_org on searched_org.id = coalesce(a.org_id, searched.org_id)`;
}

/** The counts as JSON, in one pass over `active`. */
function countsOf(viewer: AlertViewer, now: number): RawBuilder<AlertCounts> {
  const { orgId, userId } = viewer;
  const today = `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return sql<AlertCounts>`
    select json_build_object('all', count(*) filter (where ${IS_LISTED}),
      'unassigned', count(*) filter (where section = ${placeOf("open")} and owner_id is null),
      'assigned', count(*) filter (where section = ${placeOf("open")} and owner_id is not null),
      'acknowledged', count(*) filter (where section = ${placeOf("acknowledged")}),
      'muted', count(*) filter (where section = ${placeOf("muted")}),
      'mine', count(*) filter (where ${IS_LISTED} and owner_id = ${userId}), 'ended_today', (
        select count(*) from ${alertSource(viewer)}
        where a.ended_at >= ${today}::timestamptz and coalesce(a.end_cause, 'condition') = 'condition' and ${isVisible(viewer)} and ${isTopLevel(viewer)}
      ), 'maintenance', (
        select count(*) from stations s
        where s.maintenance_id is not null and ${orgId === null ? sql`true` : sql`s.org_id = ${orgId}`}
      ))
    from active`;
}

const activePlace = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]);
const endedPlace = z.tuple([z.int().positive()]);
