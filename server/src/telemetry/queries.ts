import type { Timestamp } from "@groundcrew/shared/lib";
import type { Door, Pad } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import { column } from "./column.ts";
import type { HistoryPoint, StationState } from "./state.ts";

type StateRow = Omit<StationState, "door" | "pad" | "recorded"> & {
  minute: Timestamp | null;
  recorded_swaps: number | null;
  online: boolean | null;
  door: Door | null;
  pad: Pad | null;
};

/**
 * The states of stations that are in service, by name; one that never spoke gets an empty one first. Names that are missing from
 * the answer are of no such station.
 */
export async function loadStates(db: Db, names: readonly string[]): Promise<StationState[]> {
  const found = await selectStates(db, names);
  const known = new Set(found.map(({ station_name }) => station_name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return found;
  await sql`
    insert into station_states (station_name)
    select name from stations where name = any(${missing}) and telemetry_enabled and retired is null order by name
    on conflict do nothing`.execute(db);
  return [...found, ...(await selectStates(db, missing))];
}

async function selectStates(db: Db, names: readonly string[]): Promise<StationState[]> {
  const found = await sql<StateRow>`
    select s.station_name, s.version, s.boot, s.seq, s.born_seq, s.linked, s.last_active, s.last_swapped, s.last_online,
      s.last_telemetry, s.clock_skew_ms, s.swaps_performed, s.swaps_reported, s.swaps_by_events,
      h.minute, h.swaps_performed as recorded_swaps, h.online, h.door, h.pad
    from station_states s
    join stations on stations.name = s.station_name and stations.telemetry_enabled and stations.retired is null
    left join lateral (
      select minute, swaps_performed, online, door, pad from station_history
      where station_name = s.station_name order by minute desc limit 1
    ) h on true
    where s.station_name = any(${names})
    order by s.station_name
    limit ${names.length}`.execute(db);
  return found.rows.map(readState);
}

function readState({ minute, recorded_swaps, online, door, pad, ...state }: StateRow): StationState {
  if (minute === null || recorded_swaps === null || online === null || door === null || pad === null) {
    return { ...state, door: "unknown", pad: "unknown", recorded: null };
  }
  return { ...state, door, pad, recorded: { minute, swaps_performed: recorded_swaps, online, door, pad } };
}

/** A state to be written: what it was decided from (`before`), what it is now, and what goes with it if that is new. */
export type StateWrite = {
  before: StationState;
  state: StationState;
  snapshot: string | null;
  point: HistoryPoint | null;
};

/**
 * Writes states and points of the history; answers with the names of those that were written. One is not when its version is no
 * longer the one that was decided from, or its station is no longer in service. At most one write a station, in the order of
 * names, so that two servers never wait for each other.
 *
 * A state written without its snapshot is marked as nobody's, since the writer's board may lack the snapshot it follows.
 *
 * Events count errors in the history themselves, so a point goes on from the one before: to count all errors of each station would
 * take ever longer, until no batch is written in time.
 *
 * `(… in (select …)) is true` is looked up in a hash. As a join, of whose size PostgreSQL knows nothing, each row of a batch was
 * compared with every other, which cost more than all the rest.
 */
export async function writeStates(db: Db, writes: readonly StateWrite[], server: string): Promise<Set<string>> {
  const of = (pick: (write: StateWrite) => string | number | boolean | null) => column(writes.map(pick));
  const points = writes.filter(({ point }) => point !== null);
  const ofPoint = (pick: (point: HistoryPoint) => string | number | boolean) =>
    column(points.map(({ point }) => (point === null ? null : pick(point))));
  const found = await sql<{ station_name: string }>`
    with given as (
      select station_name, version, boot, seq, born_seq, linked, last_active, last_swapped, last_online, last_telemetry,
        clock_skew_ms, swaps_performed, swaps_reported, swaps_by_events, snapshot
      from unnest(
        ${of(({ state }) => state.station_name)}::text[], ${of(({ before }) => before.version)}::bigint[],
        ${of(({ state }) => state.boot)}::bigint[], ${of(({ state }) => state.seq)}::bigint[],
        ${of(({ state }) => state.born_seq)}::bigint[],
        ${of(({ state }) => state.linked)}::boolean[], ${of(({ state }) => state.last_active)}::timestamptz[],
        ${of(({ state }) => state.last_swapped)}::timestamptz[], ${of(({ state }) => state.last_online)}::timestamptz[],
        ${of(({ state }) => state.last_telemetry)}::timestamptz[], ${of(({ state }) => state.clock_skew_ms)}::bigint[],
        ${of(({ state }) => state.swaps_performed)}::bigint[], ${of(({ state }) => state.swaps_reported)}::bigint[],
        ${of(({ state }) => state.swaps_by_events)}::boolean[], ${of(({ snapshot }) => snapshot)}::text[]
      ) as given(station_name, version, boot, seq, born_seq, linked, last_active, last_swapped, last_online, last_telemetry,
        clock_skew_ms, swaps_performed, swaps_reported, swaps_by_events, snapshot)
    ), locked as (
      select s.station_name from given g join station_states s using (station_name) where s.version = g.version
      order by s.station_name for no key update of s
    ), written as (
      update station_states s
      set version = s.version + 1, boot = g.boot, seq = g.seq, born_seq = g.born_seq, linked = g.linked, last_active = g.last_active,
        last_swapped = g.last_swapped, last_online = g.last_online, last_telemetry = g.last_telemetry,
        clock_skew_ms = g.clock_skew_ms, swaps_performed = g.swaps_performed, swaps_reported = g.swaps_reported,
        swaps_by_events = g.swaps_by_events, changed_xid = pg_current_xact_id(),
        changed_by = case when g.snapshot is not null then ${server} end
      from given g
      where s.station_name = g.station_name and s.version = g.version
        and (g.station_name in (select station_name from locked)) is true
        and exists (select from stations where name = g.station_name and telemetry_enabled and retired is null)
      returning s.station_name
    ), stored as (
      insert into station_snapshots (station_name, snapshot)
      select station_name, snapshot from given
      where snapshot is not null and (station_name in (select station_name from written)) is true
      on conflict (station_name) do update set snapshot = excluded.snapshot
    ), recorded as (
      insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
      select p.station_name, p.minute, p.swaps_performed,
        coalesce(
          (select error_count from station_history h
          where h.station_name = p.station_name and h.minute <= p.minute order by h.minute desc limit 1),
          (select count(*) from station_errors e where e.station_name = p.station_name)), p.online, p.door, p.pad
      from unnest(
        ${column(points.map(({ state }) => state.station_name))}::text[], ${ofPoint(({ minute }) => minute)}::timestamptz[],
        ${ofPoint(({ swaps_performed }) => swaps_performed)}::bigint[], ${ofPoint(({ online }) => online)}::boolean[],
        ${ofPoint(({ door }) => door)}::text[], ${ofPoint(({ pad }) => pad)}::text[]
      ) as p(station_name, minute, swaps_performed, online, door, pad)
      where (p.station_name in (select station_name from written)) is true
      on conflict (station_name, minute) do update
      set swaps_performed = excluded.swaps_performed, error_count = excluded.error_count, online = excluded.online,
        door = excluded.door, pad = excluded.pad, door_told = true, pad_told = true
    )
    select station_name from written`.execute(db);
  return new Set(found.rows.map(({ station_name }) => station_name));
}

/** Names of linked stations last heard before a time, by name; at most 5,000. */
export async function silentStations(db: Db, since: string): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select station_name from station_states where linked and last_active < ${since}::timestamptz
    order by station_name limit 5000`.execute(db);
  return found.rows.map(({ station_name }) => station_name);
}
