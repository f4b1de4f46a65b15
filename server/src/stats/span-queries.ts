import { DAY_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** Spans of a level for some stations, each from a start of its own until a common end (ms). */
export type Spans = {
  spanMs: number;
  starts: readonly { station_name: string; start: number }[];
  end: number;
};

/** The table of a level as `points`, with the condition for its rows, to which others are added. */
export function spansOf(spanMs: number): RawBuilder<unknown> {
  return sql`${sql.table(tableOf(spanMs))} points where span_s = ${inSeconds(spanMs)} and`;
}

/** Days are stored for ever. Shorter spans are in partitions, which are dropped. */
function tableOf(spanMs: number): string {
  return spanMs === DAY_MS ? "station_history_rollups" : "station_history_spans";
}

/**
 * Replaces spans by what history has now: of each the last point in each state of door, pad and link. The spans of `sourceMs`, which must
 * be complete, give the same result as the points do if it is null, in less time.
 */
export async function replaceSpans(tx: Db, { spanMs, starts, end }: Spans, sourceMs: number | null): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(
    starts.map(({ station_name, start }) => ({ station_name, start: iso(start) })),
  )}::json) as s(station_name text, start timestamptz)`;
  const first = iso(Math.min(...starts.map(({ start }) => start)));
  // As constants, so that the partitions of other times are not opened.
  const range = (rows: "old" | "points") => {
    const minute = sql.ref(`${rows}.minute`);
    return sql`${minute} >= ${first}::timestamptz and ${minute} < ${iso(end)}::timestamptz`;
  };
  const table = sql.table(tableOf(spanMs));
  // `offset 0` makes PostgreSQL look up each station's range in the index, however large it believes the ranges to be. A place in one partition is
  // one in others too, so what is there is compared again.
  await sql`
    delete from ${table} old where old.ctid = any(array(
        select places.ctid from ${given} cross join lateral (
          select points.ctid from ${spansOf(spanMs)}
            points.station_name = s.station_name and points.minute >= s.start and ${range("points")}
          offset 0
        ) places
      ))
      and old.span_s = ${inSeconds(spanMs)} and ${range("old")}
      and exists (select from ${given} where s.station_name = old.station_name and old.minute >= s.start)`.execute(tx);
  await sql`
    insert into ${table}
      (station_name, span_s, minute, swaps_performed, error_count, online, door, pad)
    select distinct on (s.station_name, span, online, door, pad)
      s.station_name, ${inSeconds(spanMs)}, minute, swaps_performed, error_count, online, door, pad
    from ${given} cross join lateral (
      select minute, swaps_performed, error_count, online, door, pad,
        date_bin(make_interval(secs => ${inSeconds(spanMs)}), minute, 'epoch'::timestamptz) as span
      from ${sourceMs === null ? sql`station_history points where` : spansOf(sourceMs)}
        points.station_name = s.station_name and points.minute >= s.start and ${range("points")}
      offset 0
    ) points
    order by s.station_name, span, online, door, pad, minute desc`.execute(tx);
}

/** Makes the partitions that the spans of a level between two times (ms) need. */
export async function makeSpans(db: Db, spanMs: number, { begins, until }: { begins: number; until: number }) {
  if (spanMs === DAY_MS) return;
  await sql`select make_history_spans(${inSeconds(spanMs)}, ${iso(begins)}, ${iso(until)})`.execute(db);
}

/** Drops the partitions of a level whose spans all are before a time (ms). */
export async function dropSpans(db: Db, spanMs: number, before: number): Promise<void> {
  await sql`select drop_history_spans(${inSeconds(spanMs)}, ${iso(before)})`.execute(db);
}

function inSeconds(spanMs: number): RawBuilder<number> {
  return sql.lit(spanMs / SECOND_MS);
}

function iso(time: number): Timestamp {
  return new Date(time).toISOString();
}
