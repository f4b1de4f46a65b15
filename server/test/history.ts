import { sql, type Insertable } from "kysely";
import type { Database, Db } from "../src/platform/db/index.ts";

type Point = Insertable<Database["station_history"]>;

/**
 * Adds points to a station's history, timed by day and time in June 2026 or by full timestamps. Where the error count rises from one point
 * to the next, an error was logged.
 */
export async function addPoints(
  db: Db,
  station: string,
  points: readonly (Partial<Point> & { minute: string })[],
): Promise<void> {
  const errorsOf = ({ error_count = 0 }: Partial<Point>) => error_count;
  const rows = points.map(({ minute, ...point }, index) => ({
    station_name: station,
    swaps_performed: 0,
    error_count: 0,
    has_error: errorsOf(point) > errorsOf(points[index - 1] ?? point),
    online: true,
    door: "closed" as const,
    pad: "empty" as const,
    ...point,
    minute: june(minute),
  }));
  for (let at = 0; at < rows.length; at += 5_000) {
    await db
      .insertInto("station_history")
      .values(rows.slice(at, at + 5_000))
      .execute();
  }
}

/** `01 11:58` is that minute of 1 June 2026, UTC. */
export function june(minute: string): string {
  return minute.includes("T") ? minute : `2026-06-${minute.replace(" ", "T")}:00.000Z`;
}

/** The partitions of spans that are shorter than a day, with the number of their rows, in the order of their names. */
export async function partitionsOf(db: Db): Promise<{ name: string; rows: number }[]> {
  const found = await sql<{ name: string; rows: number }>`
    select tableoid::regclass::text as name, count(*)::integer as rows from station_history_spans group by 1
    union all
    select inhrelid::regclass::text, 0 from pg_inherits
    where inhparent = 'station_history_spans'::regclass and inhrelid not in (select tableoid from station_history_spans)
    order by 1`.execute(db);
  return found.rows;
}
