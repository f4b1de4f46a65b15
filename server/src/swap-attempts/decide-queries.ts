import type { Timestamp } from "@groundcrew/shared/lib";
import type { SwapOutcome } from "@groundcrew/shared/swap-attempts";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { lockSums, notMocked } from "../stations/index.ts";

/** How far the attempts of a station are decided. */
export type Progress = { station_name: string; seen_id: number; seen_at: Timestamp; open_from: Timestamp | null };

/** Locks the next stations whose attempts are to be decided, longest due first. Those that another transaction has locked come later. */
export async function lockDue(tx: Db, now: Timestamp, limit: number): Promise<Progress[]> {
  const found = await sql<Progress>`
    select station_name, seen_id, seen_at, open_from from swap_progress
    where due <= ${now}::timestamptz order by due, station_name limit ${limit} for update skip locked`.execute(tx);
  return found.rows;
}

/** A stretch of time at a station: around what is new, which is from `first` to `last`. */
export type Stretch = { station_name: string; from: Timestamp; first: Timestamp; last: Timestamp; to: Timestamp };

/** The next pieces of each station that its attempts do not follow from yet, in the order in which they were stored. */
export async function selectNewPieces(
  tx: Db,
  stations: readonly Pick<Progress, "station_name" | "seen_id">[],
  limit: number,
): Promise<{ station_name: string; id: number; at: Timestamp }[]> {
  const found = await sql<{ station_name: string; id: number; at: Timestamp }>`
    select p.station_name, p.id, p.at
    from json_to_recordset(${JSON.stringify(stations)}::json) as s(station_name text, seen_id bigint)
    cross join lateral (
      select station_name, id, at from swap_pieces where station_name = s.station_name and id > s.seen_id order by id limit ${limit}
    ) p
    order by p.station_name, p.id`.execute(tx);
  return found.rows;
}

/** A piece with all that an attempt takes from it. */
export type StoredPiece = {
  id: number;
  station_name: string;
  event_id: string;
  at: Timestamp;
  kind: "swap" | "error" | "pad_empty";
  job_id: string | null;
  swaps: number;
  error_id: number | null;
  fingerprint_id: number | null;
  firmware: string;
  org_id: number;
  station_type: StationType;
  in_maintenance: boolean;
};

const PIECE = sql`id, station_name, event_id, at, kind, job_id, swaps, error_id, fingerprint_id, firmware, org_id, station_type, in_maintenance`;

/** The pieces of stations in stretches of time, at most `limit` before and after what is new; `stretch` is its place in `stretches`. */
export async function selectPieces(
  tx: Db,
  stretches: readonly Stretch[],
  limit: number,
): Promise<(StoredPiece & { stretch: number })[]> {
  const given = stretches.map((stretch, nth) => ({ ...stretch, nth }));
  const found = await sql<StoredPiece & { stretch: number }>`
    select s.nth as stretch, p.id, p.station_name, p.event_id, p.at, p.kind, p.job_id, p.swaps, p.error_id, p.fingerprint_id, p.firmware,
      p.org_id, p.station_type, p.in_maintenance
    from json_to_recordset(${JSON.stringify(given)}::json)
      as s(nth integer, station_name text, "from" timestamptz, first timestamptz, last timestamptz, "to" timestamptz)
    cross join lateral (
      (select ${PIECE} from swap_pieces where station_name = s.station_name and at >= s."from" and at < s.first order by at desc, id desc limit ${limit})
      union all
      (select ${PIECE} from swap_pieces where station_name = s.station_name and at >= s.first and at <= s.last)
      union all
      (select ${PIECE} from swap_pieces where station_name = s.station_name and at > s.last and at <= s."to" order by at, id limit ${limit})
    ) p
    order by s.nth, p.at, p.id`.execute(tx);
  return found.rows;
}

/** An attempt as it is counted: `swaps` times, where a counter shows several. */
export type CountedAttempt = Pick<
  StoredPiece,
  "station_name" | "at" | "firmware" | "org_id" | "station_type" | "in_maintenance"
> & {
  outcome: SwapOutcome;
  swaps: number;
  job_id: string | null;
  errors: number;
  error_id: number | null;
  fingerprint_id: number | null;
};

/** The changes that decisions make: attempts that are no longer as they were counted, and those that are now. */
export type Changes = {
  removed: CountedAttempt[];
  added: CountedAttempt[];
  progress: (Progress & { due: Timestamp | null })[];
};

/** Writes decisions. Hours that began before `hoursFrom` are not counted by hour. */
export async function writeChanges(tx: Db, { removed, added, progress }: Changes, hoursFrom: Timestamp): Promise<void> {
  const changed = [...removed.map((one) => ({ ...one, sign: -1 })), ...added.map((one) => ({ ...one, sign: 1 }))];
  if (changed.length > 0) {
    await lockSums(tx);
    const isRecent = sql`at >= ${hoursFrom}::timestamptz`;
    await sql`
      with ${changesIn(changed)}, days as (
        insert into swap_days as d (station_name, day, firmware, org_id, station_type, ${COUNTS})
        select station_name, (at at time zone 'utc')::date, firmware, org_id, min(station_type), ${sums} from changed group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (station_name, day, firmware, org_id) do update set ${sumsWith("d")}
      ), thirds as (
        insert into swap_thirds as r (station_name, third, firmware, org_id, station_type, ${COUNTS})
        select station_name, month_third((at at time zone 'utc')::date), firmware, org_id, min(station_type), ${sums} from changed
        group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (station_name, third, firmware, org_id) do update set ${sumsWith("r")}
      ), hours as (
        insert into swap_hours as h (station_name, hour, firmware, org_id, station_type, ${COUNTS})
        select station_name, date_trunc('hour', at, 'UTC'), firmware, org_id, min(station_type), ${sums} from changed
        where ${isRecent} group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (station_name, hour, firmware, org_id) do update set ${sumsWith("h")}
      )
      insert into swap_totals as t (by_hour, start, org_id, station_type, firmware, ${COUNTS})
      select by_hour, date_trunc(case when by_hour then 'hour' else 'day' end, at, 'UTC'), org_id, station_type, firmware, ${sums}
      from changed cross join (values (true), (false)) spans(by_hour)
      where (not by_hour or ${isRecent}) and ${notMocked} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (by_hour, start, org_id, station_type, firmware) do update set ${sumsWith("t")}`.execute(tx);
    await deleteAttempts(tx, removed);
    await insertAttempts(tx, added);
  }
  await sql`
    update swap_progress p set seen_id = n.seen_id, seen_at = n.seen_at, open_from = n.open_from, due = n.due
    from json_to_recordset(${JSON.stringify(progress)}::json)
      as n(station_name text, seen_id bigint, seen_at timestamptz, open_from timestamptz, due timestamptz)
    where p.station_name = n.station_name`.execute(tx);
}

function changesIn(changed: readonly (CountedAttempt & { sign: number })[]): RawBuilder<unknown> {
  return sql`changed as (
    select station_name, at, firmware, org_id, station_type, in_maintenance, outcome, swaps * sign as swaps, sign
    from json_to_recordset(${JSON.stringify(changed)}::json) as c(
      station_name text, at timestamptz, firmware text, org_id integer, station_type text, in_maintenance boolean, outcome text, swaps integer,
      sign integer))`;
}

/** An attempt that stands for several swaps is one with errors, and others that succeeded. */
const sums = sql`
  coalesce(sum(case outcome when 'succeeded' then swaps when 'with_errors' then swaps - sign else 0 end) filter (where not in_maintenance), 0),
  coalesce(sum(sign) filter (where outcome = 'with_errors' and not in_maintenance), 0),
  coalesce(sum(sign) filter (where outcome = 'failed' and not in_maintenance), 0),
  coalesce(sum(swaps) filter (where in_maintenance), 0)`;

const COLUMNS = ["succeeded", "with_errors", "failed", "maintenance"] as const;
const COUNTS = sql.join(COLUMNS.map((name) => sql.ref(name)));

function sumsWith(table: "d" | "r" | "h" | "t"): RawBuilder<unknown> {
  const sum = (name: string) =>
    sql`${sql.ref(name)} = greatest(0, ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)})`;
  return sql.join(COLUMNS.map(sum));
}

async function deleteAttempts(tx: Db, attempts: readonly CountedAttempt[]): Promise<void> {
  const listed = attempts.filter(({ error_id }) => error_id !== null);
  if (listed.length === 0) return;
  await sql`
    delete from swap_attempts a
    using json_to_recordset(${JSON.stringify(listed)}::json) as r(station_name text, error_id bigint)
    where a.station_name = r.station_name and a.error_id = r.error_id`.execute(tx);
}

async function insertAttempts(tx: Db, attempts: readonly CountedAttempt[]): Promise<void> {
  const listed = attempts.filter(({ error_id }) => error_id !== null);
  if (listed.length === 0) return;
  await sql`
    insert into swap_attempts
      (station_name, error_id, at, outcome, job_id, errors, fingerprint_id, firmware, org_id, station_type, in_maintenance)
    select station_name, error_id, at, outcome, job_id, errors, fingerprint_id, firmware, org_id, station_type, in_maintenance
    from json_to_recordset(${JSON.stringify(listed)}::json) as a(
      station_name text, error_id bigint, at timestamptz, outcome text, job_id text, errors integer, fingerprint_id integer,
      firmware text, org_id integer, station_type text, in_maintenance boolean)
    order by station_name, error_id
    on conflict (station_name, error_id) do update set at = excluded.at, outcome = excluded.outcome, job_id = excluded.job_id,
      errors = excluded.errors, fingerprint_id = excluded.fingerprint_id, firmware = excluded.firmware, org_id = excluded.org_id,
      station_type = excluded.station_type, in_maintenance = excluded.in_maintenance`.execute(tx);
}

/** Removes pieces that were stored before a time; at most `limit`. Returns how many. */
export async function deleteOldPieces(db: Db, before: Timestamp, limit: number): Promise<number> {
  const found = await sql`
    delete from swap_pieces where id in (
      select id from (select id, stored from swap_pieces order by id limit ${limit}) oldest where stored < ${before}::timestamptz
    )`.execute(db);
  return Number(found.numAffectedRows ?? 0n);
}
