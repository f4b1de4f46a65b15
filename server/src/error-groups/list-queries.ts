import type { ErrorGroup, GroupOwner, GroupSort, GroupTab } from "@groundcrew/shared/error-groups";
import { DAY_MS, HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Db } from "../platform/db/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";
import { ownershipOf } from "../ownership/index.ts";
import { statusOf } from "./status-queries.ts";

/** Which groups a list has, in which order. `userId` is the caller. */
export type GroupQuery = {
  tab: GroupTab;
  sort: GroupSort;
  own: GroupOwner;
  state?: string | undefined;
  station_type?: string | undefined;
  org_id?: number | undefined;
  job_type?: string | undefined;
  firmware?: string | undefined;
  q?: string | undefined;
  seen_after?: Timestamp | undefined;
  include_all: boolean;
  cursor?: string | undefined;
  userId: number;
};

/** More groups than there can be. */
const MAX_GROUPS = 1_000_000;

const OPEN_STATES = sql`('new', 'ongoing', 'escalating', 'regressed')`;

/** The row of a group in SQL, with `g` for the group. Its numbers include all stations or only those in triage. */
function groupRow(all: boolean, now: number): RawBuilder<unknown> {
  const [open, stations] = all ? [sql`g.open_all`, sql`g.stations_all`] : [sql`g.open`, sql`g.stations`];
  return sql`g.id, g.rev, g.title, g.job_type, g.station_type, g.state, g.state_since, g.state_reason, ${open} as open, g.total,
    ${stations} as stations, g.stations_total, g.first_seen, g.last_seen, g.archive, g.resolved_at,
    coalesce((select nullif(name, '') from users where email = g.resolved_by), g.resolved_by) as resolved_by, g.solution, g.fixed_from, ${daysOf(now, 7)} as days, (
      select json_build_object('version', firmware, 'share', errors::float8 / nullif(sum(errors) over (), 0))
      from (
        select firmware, sum(errors) as errors from error_fingerprints f join error_fingerprint_firmwares v on v.fingerprint_id = f.id
        where f.group_id = g.id group by firmware having sum(errors) > 0
      ) v order by errors desc, firmware limit 1
    ) as firmware, (select count(*) - 1 from error_fingerprints f where f.group_id = g.id) as merged, (
      select json_build_object('done', sum(done), 'errors', sum(errors)) from error_resolutions r
      where r.ended is null and exists (select from error_fingerprints f where f.group_id = g.id and f.id = any(r.fingerprints))
      having count(*) > 0
    ) as resolving,
    ${ownershipOf("group", sql`g.id::text`)} as owner`;
}

/** Errors of the group `g` on each of the last `count` UTC days until `now` (ms), as a JSON list. */
export function daysOf(now: number, count: number): RawBuilder<unknown> {
  const days = Array.from({ length: count }, (_, index) =>
    sql.lit(new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)),
  );
  // A sum for each day takes a fifth of the time of a join with a series of days.
  const errors = days.map((day) => sql`coalesce(sum(d.errors) filter (where d.day = ${day}), 0)`);
  return sql`(
    select json_build_array(${sql.join(errors)})
    from error_fingerprints f join error_fingerprint_days d on d.fingerprint_id = f.id
    where f.group_id = g.id and d.day between ${days[0]} and ${days.at(-1)}
  )`;
}

type Row = Omit<ErrorGroup, "archive" | "resolution"> & Parameters<typeof statusOf>[0];

function toGroup(row: Row): ErrorGroup {
  const { archive, resolution, state } = statusOf(row);
  const { resolved_at: _, resolved_by: __, solution: ___, fixed_from: ____, ...group } = row;
  return { ...group, state, archive, resolution };
}

/** Groups by id, in the order of the ids; unknown ones are left out. */
export function findGroups(db: Db, ids: readonly number[], now: number): Promise<ErrorGroup[]> {
  return findListedGroups(db, ids, { include_all: false, now });
}

/** The same with the numbers of a list: of all stations, or only of those in triage. */
export async function findListedGroups(
  db: Db,
  ids: readonly number[],
  { include_all: all, now }: Pick<GroupQuery, "include_all"> & { now: number },
): Promise<ErrorGroup[]> {
  const found = await sql<Row>`
    select ${groupRow(all, now)} from unnest(${ids}::integer[]) with ordinality as named(id, place)
    join error_groups g on g.id = named.id order by named.place limit ${ids.length}`.execute(db);
  return found.rows.map(toGroup);
}

/** A page of groups: up to `limit` of them, and the cursor of the next page, null after the last one. */
export async function selectGroups(
  db: Db,
  query: GroupQuery,
  { limit, now }: { limit: number; now: number },
): Promise<{ groups: ErrorGroup[]; next: string | null }> {
  const numbers = ORDERS[query.sort](query.include_all, now);
  // Sorting by the numbers themselves takes half the time of sorting by lists of them.
  const order = sql.join(numbers);
  const place = sql`array[${order}]::float8[]`;
  const after = readCursor(query.cursor, cursorPlace);
  const found = await sql<Row & { place: number[] }>`
    select ${groupRow(query.include_all, now)}, ${place} as place from (
      select g.id from error_groups g
      where ${conditionOf(query)} and ${after === undefined ? sql`true` : sql`${place} > ${after}::float8[]`}
      order by ${order} limit ${limit + 1}
    ) page join error_groups g on g.id = page.id
    order by ${order}`.execute(db);
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  const groups = rows.map(toGroup);
  return { groups, next: last ? writeCursor(last.place) : null };
}

/** The ids of all groups of a list, in its order. */
export async function selectGroupIds(db: Db, query: GroupQuery, now: number): Promise<number[]> {
  const order = sql.join(ORDERS[query.sort](query.include_all, now));
  const found = await sql<{ id: number }>`
    select g.id from error_groups g where ${conditionOf(query)} order by ${order} limit ${MAX_GROUPS}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The place of a group in each order as numbers to compare one after the other; the last is its id. */
const ORDERS: { [Sort in GroupSort]: (all: boolean, now: number) => RawBuilder<unknown>[] } = {
  urgency: (all, now) => [
    sql`case g.state when 'escalating' then 0 when 'regressed' then 1 when 'new' then 2 when 'ongoing' then 3 else 4 end`,
    sql`-(ln((1 + ${stationsOf(all)})::float8) + ln((1 + ${errorsOfDay(now)})::float8))`,
    lastFirst(sql`g.last_seen`),
    sql`g.id`,
  ],
  open: (all) => [sql`-${openOf(all)}`, sql`g.id`],
  stations: (all) => [sql`-${stationsOf(all)}`, sql`g.id`],
  first_seen: () => [lastFirst(sql`g.first_seen`), sql`g.id`],
  last_seen: () => [lastFirst(sql`g.last_seen`), sql`g.id`],
};

/** The errors of the group `g` in the 24 hours until `now` (ms) and the hour before them. */
function errorsOfDay(now: number): RawBuilder<unknown> {
  const from = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS).toISOString();
  return sql`case when g.last_seen < ${from}::timestamptz then 0 else (
    select coalesce(sum(h.errors), 0)
    from error_fingerprints f join error_fingerprint_hours h on h.fingerprint_id = f.id
    where f.group_id = g.id and h.hour >= ${from}::timestamptz
  ) end`;
}

/** A time as a number that is less the later it is. */
function lastFirst(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`-extract(epoch from ${time})`;
}

const openOf = (all: boolean) => (all ? sql`g.open_all` : sql`g.open`);
const stationsOf = (all: boolean) => (all ? sql`g.stations_all` : sql`g.stations`);

const cursorPlace = z.array(z.number()).min(1).max(5);

function tabOf({ tab, include_all, userId }: Pick<GroupQuery, "tab" | "include_all" | "userId">): RawBuilder<unknown> {
  switch (tab) {
    case "open":
      return sql`g.state in ${OPEN_STATES} and ${openOf(include_all)} > 0`;
    case "mine":
      return sql`g.state <> 'resolved' and ${isOwnedBy(userId)}`;
    case "archived":
      return sql`g.state = 'archived'`;
    case "resolved":
      return sql`g.state = 'resolved'`;
  }
}

const isOwned = sql`exists (select from ownerships where kind = 'group' and subject = g.id::text)`;

function isOwnedBy(userId: number): RawBuilder<unknown> {
  return sql`exists (select from ownerships where kind = 'group' and subject = g.id::text and owner_id = ${userId})`;
}

function conditionOf(query: GroupQuery): RawBuilder<unknown> {
  const { state, own, station_type, org_id, job_type, firmware, q, seen_after, userId } = query;
  const conditions = [sql`g.merged_into is null`, tabOf(query)];
  if (state !== undefined) conditions.push(sql`g.state = ${state}`);
  if (own === "mine") conditions.push(isOwnedBy(userId));
  if (own === "unassigned") conditions.push(sql`not ${isOwned}`);
  if (station_type !== undefined) conditions.push(ofFingerprint(sql`f.station_type = ${station_type}`));
  if (job_type !== undefined) conditions.push(ofFingerprint(sql`f.job_type = ${job_type}`));
  if (seen_after !== undefined) conditions.push(sql`g.last_seen >= ${seen_after}::timestamptz`);
  if (firmware !== undefined) {
    conditions.push(
      ofFingerprint(sql`exists (
        select from error_fingerprint_firmwares v where v.fingerprint_id = f.id and v.firmware = ${firmware} and v.errors > 0)`),
    );
  }
  if (org_id !== undefined) {
    conditions.push(
      ofFingerprint(sql`exists (
        select from error_fingerprint_stations e join stations s on s.name = e.station_name
        where e.fingerprint_id = f.id and e.total > 0 and s.org_id = ${org_id})`),
    );
  }
  const text = q?.trim() ?? "";
  if (text !== "") conditions.push(matchesText(text));
  return sql.join(conditions, sql` and `);
}

function ofFingerprint(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from error_fingerprints f where f.group_id = g.id and ${condition})`;
}

function matchesText(text: string): RawBuilder<unknown> {
  const number = /^(?:group\s*)?#?(\d{1,9})$/i.exec(text)?.[1] ?? null;
  return sql`(position(lower(${text}) in lower(g.title)) > 0 or g.id = ${number}::integer)`;
}

const NO_COUNTS = { open: 0, mine: 0, archived: 0, resolved: 0 };
const NO_GROUPS = { ...NO_COUNTS, errors: 0, stations: 0, archived_errors: 0, attached: 0, stations_maintained: 0 };

/** The number of groups on each tab, and the open errors with their stations and groups. */
export async function countGroups(
  db: Db,
  { include_all, userId }: { include_all: boolean; userId: number },
): Promise<{
  counts: { open: number; mine: number; archived: number; resolved: number };
  totals: {
    errors: number;
    stations: number;
    groups: number;
    archived: number;
    attached: number;
    stations_maintained: number;
  };
}> {
  const tab = (name: GroupTab) => tabOf({ tab: name, include_all, userId });
  const found = await sql<{
    open: number;
    mine: number;
    archived: number;
    resolved: number;
    errors: number;
    stations: number;
    archived_errors: number;
    attached: number;
    stations_maintained: number;
  }>`
    select count(*) filter (where ${tab("open")}) as open, (
        select count(*) from ownerships o join error_groups g on g.id::text = o.subject
        where o.kind = 'group' and o.owner_id = ${userId} and g.merged_into is null and g.state <> 'resolved'
      ) as mine,
      count(*) filter (where ${tab("archived")}) as archived, count(*) filter (where ${tab("resolved")}) as resolved,
      coalesce(sum(${openOf(include_all)}) filter (where ${tab("open")}), 0)::bigint as errors,
      coalesce(sum(${openOf(include_all)}) filter (where ${tab("archived")}), 0)::bigint as archived_errors, at_stations.*
    from error_groups g cross join (
      select count(*) filter (where o.open > 0) as stations,
        count(*) filter (where o.open > 0 and s.maintenance_id is not null) as stations_maintained,
        coalesce(sum(c.errors_unresolved - coalesce(o.open, 0)), 0)::bigint as attached
      from station_error_counts c join stations s on s.name = c.station_name
      left join station_open_errors o on o.station_name = c.station_name
      where s.is_triaged or ${include_all}
    ) at_stations
    where g.merged_into is null
    group by at_stations.stations, at_stations.stations_maintained, at_stations.attached`.execute(db);
  const {
    errors,
    stations,
    archived_errors: archived,
    attached,
    stations_maintained,
    ...counts
  } = found.rows[0] ?? NO_GROUPS;
  return { counts, totals: { errors, stations, groups: counts.open, archived, attached, stations_maintained } };
}
