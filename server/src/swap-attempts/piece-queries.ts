import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** A piece of an attempt to be stored. */
export type NewPiece = {
  station_name: string;
  event_id: string;
  at: Timestamp;
  received: Timestamp;
  kind: "swap" | "error" | "pad_empty";
  job_id: string | null;
  swaps: number;
  firmware: string;
};

/**
 * Stores pieces of events that were stored before them, whose stations are locked, and asks for their attempts to be decided. Those of mocked
 * stations are in no report.
 */
export async function insertPieces(tx: Db, pieces: readonly NewPiece[]): Promise<void> {
  await sql`
    with given as materialized (
      select station_name, event_id, at, received, kind, job_id, swaps, firmware from ${recordsOf(pieces)}
    ), stored as (
      insert into swap_pieces (station_name, event_id, at, kind, job_id, swaps, error_id, fingerprint_id, firmware, org_id, station_type, in_maintenance)
      select g.station_name, g.event_id, g.at, g.kind, g.job_id, g.swaps, e.id, e.fingerprint_id, g.firmware, ${orgThen}, s.station_type, ${inMaintenance}
      from given g join stations s on s.name = g.station_name and s.actual
      left join station_errors e on g.kind = 'error' and e.station_name = g.station_name and e.event_id = g.event_id
      order by g.station_name, g.at
    )
    ${askToDecide(sql`given g`)}`.execute(tx);
}

/** Statements of a `with` clause that store the swaps that counters show, for the stations in `written`. Nothing without such swaps. */
export function insertCounted(pieces: readonly NewPiece[]): RawBuilder<unknown> {
  if (pieces.length === 0) return sql``;
  const given = sql`${recordsOf(pieces)} where (g.station_name in (select station_name from written)) is true`;
  return sql`, counted as (
      insert into swap_pieces (station_name, event_id, at, kind, job_id, swaps, firmware, org_id, station_type, in_maintenance)
      select g.station_name, g.event_id, g.at, g.kind, g.job_id, g.swaps, g.firmware,
        ${orgThen}, (select station_type from stations where name = g.station_name), ${inMaintenance}
      from ${given} and (select actual from stations where name = g.station_name)
    ), asked as (
      ${askToDecide(given)}
    )`;
}

function recordsOf(pieces: readonly NewPiece[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(pieces)}::json) as g(
    station_name text, event_id text, at timestamptz, received timestamptz, kind text, job_id text, swaps integer, firmware text)`;
}

/** The organization at the time of a piece, as the history of readiness has it; the one of now for what is older. */
const orgThen = sql`coalesce(
  (select c.org_id from readiness_changes c where c.station_name = g.station_name and c.at <= g.at order by c.at desc limit 1),
  (select org_id from stations where name = g.station_name))`;

const inMaintenance = sql`exists (
  select from maintenance_windows w where w.station_name = g.station_name and w.starts <= g.at and g.at < coalesce(w.ended_at, w.ends))`;

function askToDecide(given: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into swap_progress as p (station_name, due)
    select g.station_name, min(g.received) from ${given}
    group by g.station_name order by g.station_name
    on conflict (station_name) do update set due = least(p.due, excluded.due)`;
}
