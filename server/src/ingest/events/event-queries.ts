import type { Timestamp } from "@groundcrew/shared/lib";
import type { EventKind, LimitedStation, QuarantinedEvent } from "@groundcrew/shared/link";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Limit } from "./budget.ts";

export type EventRow = {
  station_name: string;
  event_id: string;
  kind: EventKind;
  happened: Timestamp;
  received: Timestamp;
  facts: object;
};

/** A server that is busy takes less time between two statements. */
const FROZEN_AFTER = "3s";

export type LockedState = { swaps_by_events: boolean; epoch: number };

/**
 * Locks the stations with these names that are in service and have sent a birth message, along with their states, in name order. Returns
 * for each whether its swaps are counted by events, and the epoch of the connection over which it last reported. A station is missing before
 * its birth, because the birth message says how its swaps are counted; an event stored earlier would not be counted.
 *
 * PostgreSQL ends the transaction if this server freezes in it: its stations move to another server, which cannot store anything of them
 * while they are locked.
 */
export async function lockStations(tx: Db, names: readonly string[]): Promise<Map<string, LockedState>> {
  const inService = await sql<{ name: string }>`
    select name from stations, (select set_config('idle_in_transaction_session_timeout', ${FROZEN_AFTER}, true)) limited
    where name = any(${names}) and telemetry_enabled and retired is null
    order by name limit ${names.length} for no key update of stations`.execute(tx);
  const found = await sql<LockedState & { station_name: string }>`
    select station_name, swaps_by_events, epoch from station_states
    where station_name = any(${inService.rows.map(({ name }) => name)}) and last_telemetry is not null
    order by station_name limit ${names.length} for no key update`.execute(tx);
  return new Map(found.rows.map(({ station_name, ...state }) => [station_name, state]));
}

/** Inserts events and returns `{station} {event id}` for each new one. */
export async function insertEvents(tx: Db, rows: readonly EventRow[]): Promise<string[]> {
  const found = await sql<{ key: string }>`
    insert into station_events (station_name, event_id, kind, happened, received, facts)
    select station_name, event_id, kind, happened, received, facts
    from json_to_recordset(${JSON.stringify(rows)}::json) as e(
      station_name text, event_id text, kind text, happened timestamptz, received timestamptz, facts json)
    on conflict (station_name, event_id) do nothing
    returning station_name || ' ' || event_id as key`.execute(tx);
  return found.rows.map(({ key }) => key);
}

/** The change of a station's state by an event: the time of the last message, and the number of swaps. */
export type Advance = { station_name: string; happened: Timestamp; received: Timestamp; swaps: number };

/** Updates the swap totals and times of states. No server's board has these changes yet, so `changed_by` is set to null. */
export async function advanceStates(tx: Db, advances: readonly Advance[]): Promise<void> {
  await sql`
    with own as (
      select station_name, sum(swaps) as swaps, max(received) as last_received, max(happened) filter (where swaps > 0) as swapped
      from json_to_recordset(${JSON.stringify(advances)}::json)
        as a(station_name text, happened timestamptz, received timestamptz, swaps bigint)
      group by station_name
    )
    update station_states s
    set version = s.version + 1, swaps_performed = s.swaps_performed + own.swaps,
      last_swapped = greatest(s.last_swapped, own.swapped), last_active = greatest(s.last_active, own.last_received),
      changed_xid = pg_current_xact_id(), changed_by = null
    from own where s.station_name = own.station_name`.execute(tx);
}

/** The next station names after `after` in name order; at most 100. */
export async function stationsAfter(db: Db, after: string): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations where name > ${after} order by name limit 100`.execute(db);
  return found.rows.map(({ name }) => name);
}

/**
 * Deletes events of these stations that were received before a time, except each station's newest `kept`: a station may not know yet that
 * those were stored, and send them again. Deletes at most 1,000 per station and call, oldest first. Returns the number deleted.
 */
export async function deleteOldEvents(
  db: Db,
  stations: readonly string[],
  { before, kept }: { before: Timestamp; kept: number },
): Promise<number> {
  const found = await sql<{ count: number }>`
    with old as (
      select o.id from unnest(${stations}::text[]) s(name) cross join lateral (
        select id from station_events where station_name = s.name order by id desc limit 1 offset ${kept}
      ) last cross join lateral (
        select id from station_events
        where station_name = s.name and id <= last.id and received < ${before}::timestamptz order by id limit 1000
      ) o
    ), removed as (
      delete from station_events where id in (select id from old) returning id
    )
    select count(*) from removed`.execute(db);
  return found.rows[0]?.count ?? 0;
}

type LimitedRow = Pick<LimitedStation, "station" | "per_minute"> & { limited_by: Limit };

/** A station that was last limited longer ago than this is no longer limited; `since` starts over the next time. */
const CURRENT = sql`interval '2 minutes'`;

/** Records that stations are limited at `at`. A station that sends nothing while its events wait keeps its last rate. */
export async function upsertLimited(db: Db, rows: readonly LimitedRow[], at: Timestamp): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into limited_stations as l (station_name, since, last_limited, per_minute, limited_by)
    select station, ${at}, ${at}, per_minute, limited_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(station text, per_minute integer, limited_by text)
    join stations on stations.name = station
    order by station
    on conflict (station_name) do update
    set since = case when l.last_limited < excluded.last_limited - ${CURRENT} then excluded.since else l.since end,
      last_limited = greatest(l.last_limited, excluded.last_limited),
      per_minute = coalesce(nullif(excluded.per_minute, 0), l.per_minute),
      limited_by = excluded.limited_by`.execute(db);
}

/** The stations that are limited at `now`, or one of them, ordered by name; at most 500. */
export async function selectLimited(
  db: Db,
  { station = null, now }: { station?: string | null; now: Timestamp },
): Promise<(LimitedRow & { since: Timestamp })[]> {
  const found = await sql<LimitedRow & { since: Timestamp }>`
    select station_name as station, since, per_minute, limited_by from limited_stations
    where last_limited >= ${now}::timestamptz - ${CURRENT} and (${station}::text is null or station_name = ${station})
    order by station_name limit 500`.execute(db);
  return found.rows;
}

/** Swap counts of a station that have differed since `until` or longer; undefined if they have not. */
export async function findSwapDifference(
  db: Db,
  station: string,
  until: Timestamp,
): Promise<{ by_events: number; by_counter: number; since: Timestamp } | undefined> {
  const found = await sql<{ by_events: number; by_counter: number; since: Timestamp }>`
    select swaps_performed as by_events, swaps_by_counter as by_counter, swaps_differ_since as since
    from station_states
    where station_name = ${station} and swaps_by_events and swaps_differ_since <= ${until}::timestamptz
      and swaps_performed <> swaps_by_counter`.execute(db);
  return found.rows[0];
}

export type QuarantineRow = {
  station_name: string;
  /** SHA-256 in hex. */
  fingerprint: string;
  event_id: string | null;
  reason: string;
  detail: string;
  payload: string;
  bytes: number;
  received: Timestamp;
};

/** Quarantined events stored per station; the oldest are deleted first. */
const KEPT_OF_STATION = 200;

/**
 * Quarantines events; for one that is there already, `times` is increased. No two of `rows` may have the same station and
 * fingerprint. Events of stations that do not exist are skipped.
 */
export async function insertQuarantined(db: Db, rows: readonly QuarantineRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into quarantined_events
      (station_name, fingerprint, event_id, reason, detail, payload, bytes, first_received, last_received)
    select q.station_name, decode(q.fingerprint, 'hex'), q.event_id, q.reason, q.detail, q.payload, q.bytes, q.received, q.received
    from json_to_recordset(${JSON.stringify(rows)}::json) as q(
      station_name text, fingerprint text, event_id text, reason text, detail text, payload text, bytes integer,
      received timestamptz)
    join stations on stations.name = q.station_name
    order by q.station_name, q.fingerprint
    on conflict (station_name, fingerprint) do update
    set times = quarantined_events.times + 1, last_received = excluded.last_received, reason = excluded.reason,
      detail = excluded.detail, payload = excluded.payload, bytes = excluded.bytes`.execute(db);
  const names = [...new Set(rows.map(({ station_name }) => station_name))].sort();
  await sql`
    delete from quarantined_events q using (
      select station_name, fingerprint,
        row_number() over (partition by station_name order by last_received desc, fingerprint) as place
      from quarantined_events where station_name = any(${names})
    ) p
    where q.station_name = p.station_name and q.fingerprint = p.fingerprint and p.place > ${KEPT_OF_STATION}`.execute(
    db,
  );
}

/** Quarantined events of one station or of all, most recently received first; at most `limit`. */
export async function selectQuarantined(
  db: Db,
  { station = null, limit }: { station?: string | null | undefined; limit: number },
): Promise<QuarantinedEvent[]> {
  const found = await sql<QuarantinedEvent>`
    select station_name as station, event_id, reason, detail, payload, bytes, first_received, last_received, times
    from quarantined_events
    where ${station}::text is null or station_name = ${station}
    order by last_received desc, quarantined_events.station_name, fingerprint
    limit ${limit}`.execute(db);
  return found.rows;
}
