import { type Timestamp } from "@groundcrew/shared/lib";
import type { HistoryPoint } from "@groundcrew/shared/stats";
import type { Door, Pad } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import { PREPARED, type Db } from "../platform/db/index.ts";
import { spansOf } from "./span-queries.ts";
import type { Level, Piece, ReadPoint } from "./rollup-levels.ts";

/** Up to this many of the newest points with a logged error are part of a long history. */
const MAX_ERROR_POINTS = 500;

export type Point = Required<HistoryPoint>;

/** The last known values of a station at a time: its newest point whose minute had ended by then. Undefined before the first. */
export async function pointAt(db: Db, station: string, moment: Timestamp): Promise<Point | undefined> {
  const found = await sql<Point>`${PREPARED}
    select ${POINT}
    from station_history
    where station_name = ${station} and minute <= ${moment}::timestamptz - interval '1 minute'
    order by minute desc limit 1`.execute(db);
  return found.rows[0];
}

const POINT = sql.raw("date_part('epoch', minute)::bigint as time, swaps_performed, error_count, online, door, pad");

/**
 * A station's history after a time: the first minute and the last one (ms), whether it has more than `limit` points, and from when on (ms) its
 * rollups are stale.
 */
export type Extent = { first: number; last: number; isLong: boolean; staleSince: number | null; levels: Level[] };

/** The extent of a station's history in the minutes that ended after a time, or of all of it. Undefined when there is none. */
export async function findExtent(
  db: Db,
  station: string,
  { after, limit }: { after: Timestamp | null; limit: number },
): Promise<Extent | undefined> {
  const minutes = sql`
    select minute from station_history
    where station_name = ${station}
      and minute > coalesce(${after}::timestamptz - interval '1 minute', '-infinity'::timestamptz)`;
  const found = await sql<Omit<Extent, "first" | "last"> & { first: number | null; last: number | null }>`${PREPARED}
    select ${inMs(sql`(${minutes} order by minute limit 1)`)} as first,
      ${inMs(sql`(${minutes} order by minute desc limit 1)`)} as last,
      (${minutes} order by minute offset ${limit} limit 1) is not null as "isLong",
      ${inMs(sql`(select since from station_history_changed where station_name = ${station})`)} as "staleSince",
      (select coalesce(json_agg(json_build_object(
          'spanMs', span_s * 1000, 'begins', ${inMs(sql`begins`)}, 'until', ${inMs(sql`until`)})), '[]')
        from history_span_levels) as levels`.execute(db);
  const [row] = found.rows;
  if (!row || row.first === null || row.last === null) return undefined;
  return { ...row, first: row.first, last: row.last };
}

function inMs(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${moment}) * 1000)::bigint`;
}

/** Pieces of a station's history, oldest point first. */
export async function selectPieces(db: Db, station: string, pieces: readonly Piece[]): Promise<Point[]> {
  const points = await selectPoints(
    db,
    sql`select ${COLUMNS}, false as is_error from (${unionOf(station, pieces)}) points`,
  );
  return points.map(({ point }) => point);
}

/**
 * The same with the newest points at which errors were logged. Those are marked, and may be among the others too.
 */
export async function selectPiecesAndErrors(db: Db, station: string, pieces: readonly Piece[]): Promise<ReadPoint[]> {
  const first = new Date(pieces[0]?.from ?? 0).toISOString();
  return selectPoints(
    db,
    sql`
      select ${COLUMNS}, false as is_error from (${unionOf(station, pieces)}) points
      union all
      select ${COLUMNS}, true from (
        select ${COLUMNS} from station_history
        where station_name = ${station} and has_error and minute >= ${first}::timestamptz
        order by minute desc limit ${MAX_ERROR_POINTS}
      ) errors`,
  );
}

const COLUMNS = sql.raw("minute, swaps_performed, error_count, online, door, pad");

/** The values of points in lists: numbers with commas between them, and the first letter of each state. */
type PackedPoints = Record<"times" | "swaps" | "errors" | "onlines" | "doors" | "pads" | "marks", string>;

const DOORS: Record<string, Door> = { o: "open", c: "closed" };
const PADS: Record<string, Pad> = { o: "occupied", e: "empty" };

/** Reads points, oldest first, in one row: thousands of rows take several times as long. */
async function selectPoints(db: Db, points: RawBuilder<unknown>): Promise<ReadPoint[]> {
  const found = await sql<PackedPoints>`${PREPARED}
    select string_agg(date_part('epoch', minute)::bigint::text, ',') as times,
      string_agg(swaps_performed::text, ',') as swaps, string_agg(error_count::text, ',') as errors,
      string_agg(case when online then 't' else 'f' end, '') as onlines, string_agg(left(door, 1), '') as doors,
      string_agg(left(pad, 1), '') as pads, string_agg(case when is_error then 't' else 'f' end, '') as marks
    from (select * from (${points}) points order by minute) ordered
    having count(*) > 0`.execute(db);
  return found.rows.flatMap(unpacked);
}

function unpacked({ times, swaps, errors, onlines, doors, pads, marks }: PackedPoints): ReadPoint[] {
  const [swapCounts, errorCounts] = [swaps.split(","), errors.split(",")];
  return times.split(",").map((time, index) => ({
    point: {
      time: Number(time),
      swaps_performed: Number(swapCounts[index]),
      error_count: Number(errorCounts[index]),
      online: onlines[index] === "t",
      door: DOORS[doors[index] ?? ""] ?? "unknown",
      pad: PADS[pads[index] ?? ""] ?? "unknown",
    },
    isError: marks[index] === "t",
  }));
}

function unionOf(station: string, pieces: readonly Piece[]): RawBuilder<unknown> {
  const parts = pieces.map(({ spanMs, from, until }) => {
    const end = until === Infinity ? "infinity" : new Date(until).toISOString();
    const start = new Date(from).toISOString();
    return sql`
      select ${COLUMNS} from ${spanMs === null ? sql`station_history where` : spansOf(spanMs)} station_name = ${station}
        and minute >= ${start}::timestamptz and minute < ${end}::timestamptz`;
  });
  return sql.join(parts, sql` union all `);
}

/** The time until which history is thinned. At first the beginning of its first day; null when there is no history. */
export async function thinnedUntil(db: Db): Promise<Timestamp | null> {
  const found = await sql<{ until: Timestamp | null }>`
    select coalesce(
      (select until from history_thinning),
      (select date_trunc('day', min(first)) from stations cross join lateral (
        select minute as first from station_history where station_name = name order by minute limit 1
      ) oldest)
    ) as until`.execute(db);
  return found.rows[0]?.until ?? null;
}

/** Stores the time until which history is thinned; never moves it back. */
export async function recordThinned(db: Db, until: Timestamp): Promise<void> {
  await sql`
    insert into history_thinning (until) values (${until}::timestamptz)
    on conflict (only_one) do update set until = greatest(history_thinning.until, excluded.until)`.execute(db);
}

/**
 * Removes, from the history of the next `limit` stations after a name in a period of whole hours, all but the last point of each hour and
 * the points at which an error was logged, or that late events may still change. Returns the last of those names; undefined when there are
 * no more.
 */
export async function thinAfter(
  db: Db,
  { start, end }: { start: Timestamp; end: Timestamp },
  { after, limit }: { after: string; limit: number },
): Promise<string | undefined> {
  const found = await sql<{ last: string | null }>`
    with picked as (
      select name from stations where name > ${after} order by name limit ${limit}
    ), points as (
      select station_name, minute,
        date_trunc('hour', minute) = date_trunc('hour', lead(minute) over own) as is_followed,
        error_count > lag(error_count) over own as has_error
      from picked join station_history on station_name = name
      where minute >= ${start}::timestamptz and minute < ${end}::timestamptz
      window own as (partition by station_name order by minute)
    ), removed as (
      delete from station_history h using points p
      where h.station_name = p.station_name and h.minute = p.minute
        and p.is_followed and not coalesce(p.has_error, true)
        and not exists (
          select from station_history_late l
          where l.station_name = h.station_name and h.minute >= l.minute and h.minute <= l.until)
    )
    select max(name) as last from picked`.execute(db);
  return found.rows[0]?.last ?? undefined;
}
