import { isStorable, type Timestamp } from "@groundcrew/shared/lib";
import { storedBatteries, type Door, type Pad } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder } from "kysely";
import { inTransaction, PREPARED, textArray, type Db } from "../../platform/db/index.ts";
import { insertCounted, type NewPiece } from "../../swap-attempts/index.ts";
import type { MinutePoint, StationState } from "./state.ts";

type StateRow = Omit<StationState, "batteries" | "door" | "pad" | "recorded"> & {
  batteries: string | null;
  minute: Timestamp | null;
  recorded_swaps: number | null;
  online: boolean | null;
  door: Door | null;
  pad: Pad | null;
  changed_by: string | null;
};

/** A state, and the name of the server that wrote it with its snapshot; null if it was written otherwise since. */
type LoadedState = { state: StationState; writer: string | null };

/**
 * The states of stations in service, by name; a station that never sent anything first gets an empty one. Names of other stations are left
 * out.
 */
export async function loadStates(db: Db, names: readonly string[]): Promise<LoadedState[]> {
  const found = await selectStates(db, names);
  const known = new Set(found.map(({ state }) => state.station_name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return found;
  await sql`
    insert into station_states (station_name)
    select name from stations where name = any(${missing}) and telemetry_enabled and retired is null order by name
    on conflict do nothing`.execute(db);
  return [...found, ...(await selectStates(db, missing))];
}

async function selectStates(db: Db, names: readonly string[]): Promise<LoadedState[]> {
  const found = await sql<StateRow>`
    select s.station_name, ${sql.join(STATE_COLUMNS.map(([name]) => sql.ref(`s.${name}`)))}, s.changed_by, h.minute, h.swaps_performed as recorded_swaps, h.online, h.door, h.pad
    from station_states s
    join stations on stations.name = s.station_name and stations.telemetry_enabled and stations.retired is null
    left join lateral (
      select minute, swaps_performed, online, door, pad from station_history
      where station_name = s.station_name order by minute desc limit 1
    ) h on true
    where s.station_name = any(${names})
    order by s.station_name
    limit ${names.length}`.execute(db);
  return found.rows.map(({ changed_by: writer, ...row }) => ({ state: readState(row), writer }));
}

function readState({ minute, recorded_swaps, online, door, pad, ...row }: Omit<StateRow, "changed_by">): StationState {
  const state = { ...row, batteries: storedBatteries(row.batteries) };
  if (minute === null || recorded_swaps === null || online === null || door === null || pad === null) {
    return { ...state, door: "unknown", pad: "unknown", recorded: null };
  }
  return { ...state, door, pad, recorded: { minute, swaps_performed: recorded_swaps, online, door, pad } };
}

/** The columns of a state, with their types. They are read, passed and written in this order. */
const STATE_COLUMNS = [
  ["version", "bigint"],
  ["boot", "bigint"],
  ["seq", "bigint"],
  ["born_seq", "bigint"],
  ["epoch", "bigint"],
  ["linked", "boolean"],
  ["last_active", "timestamptz"],
  ["last_swapped", "timestamptz"],
  ["last_online", "timestamptz"],
  ["last_telemetry", "timestamptz"],
  ["clock_skew_ms", "bigint"],
  ["swaps_performed", "bigint"],
  ["swaps_reported", "bigint"],
  ["swaps_by_events", "boolean"],
  ["swaps_by_counter", "bigint"],
  ["batteries", "text"],
  ["invalid_messages", "text"],
] as const satisfies readonly (readonly [keyof StateRow, string])[];
const COLUMNS = sql.join(STATE_COLUMNS.map(([name]) => sql.ref(name)));
const TYPED_COLUMNS = sql.join(STATE_COLUMNS.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
const ASSIGNMENTS = sql.join(STATE_COLUMNS.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

/** A state to write, whose version is one above the version it was decided from, with its snapshot and history point if they are new. */
export type StateWrite = {
  state: StationState;
  /** As UTF-8. */
  snapshot: Uint8Array | null;
  point: MinutePoint | null;
  /** The swaps by which the station's counter has risen, where events do not count them, and when that was received (ms). */
  counted: { swaps: number; at: number; firmware: string | null } | null;
};

/**
 * Writes states and history points; returns the names of those that were written. A state is not written when the stored version is not the
 * previous one, or its station is no longer in service. At most one write per station, ordered by name, so that two servers never deadlock.
 *
 * A state written without its snapshot has no `changed_by`, since the writer's board may lack the snapshot before.
 *
 * Events count errors in the history themselves, so a point continues from the one before.
 *
 * A batch must cost nothing for stations that are not in it. A conflict is looked up in the index, and so is a station for a value of its
 * own; as joins, whose size PostgreSQL cannot estimate, both would read all rows. `(… in (select …)) is true` is a hash lookup, where a
 * join compares each row of a batch with every other.
 */
export async function writeStates(db: Db, writes: readonly StateWrite[], server: string): Promise<Set<string>> {
  const found = await sql<{ station_name: string }>`${PREPARED}
    with written as (
      insert into station_states as s (station_name, ${COLUMNS}, changed_xid, changed_by)
      select station_name, ${COLUMNS}, pg_current_xact_id(), case when has_snapshot then ${server} end
      from ${statesIn(writes)}
      where (select telemetry_enabled and retired is null from stations where name = station_name)
      order by station_name
      on conflict (station_name) do update
      set ${ASSIGNMENTS}, changed_xid = excluded.changed_xid, changed_by = excluded.changed_by
      where s.version = excluded.version - 1
      returning s.station_name
    ), stored as (
      insert into station_snapshots (station_name, snapshot)
      select station_name, snapshot
      from ${snapshotsIn(writes)}
      where (station_name in (select station_name from written)) is true
      on conflict (station_name) do update set snapshot = excluded.snapshot
    ), recorded as (
      insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
      select p.station_name, p.minute, p.swaps_performed,
        coalesce(
          (select error_count from station_history h
          where h.station_name = p.station_name and h.minute <= p.minute order by h.minute desc limit 1),
          (select errors_total from station_error_counts c where c.station_name = p.station_name), 0), p.online, p.door, p.pad
      from ${pointsIn(writes)}
      where (p.station_name in (select station_name from written)) is true
      on conflict (station_name, minute) do update
      set swaps_performed = excluded.swaps_performed, error_count = excluded.error_count, online = excluded.online,
        door = excluded.door, pad = excluded.pad, door_reported = true, pad_reported = true
    )${insertCounted(writes.flatMap(countedPiece))}
    select station_name from written`.execute(db);
  return new Set(found.rows.map(({ station_name }) => station_name));
}

/** The piece of the attempts that a counter shows. A firmware that PostgreSQL cannot store counts as none. */
function countedPiece({ state: { station_name, version }, counted }: StateWrite): NewPiece[] {
  if (counted === null) return [];
  const { swaps, firmware } = counted;
  const at = new Date(counted.at).toISOString();
  const stored = firmware !== null && isStorable(firmware) ? firmware : "";
  return [
    {
      station_name,
      event_id: `counter ${version}`,
      at,
      received: at,
      kind: "swap",
      job_id: null,
      swaps,
      firmware: stored,
    },
  ];
}

function statesIn(writes: readonly StateWrite[]): RawBuilder<unknown> {
  const rows = writes.map(({ state, snapshot }) => ({
    ...state,
    batteries: textOf(state.batteries),
    has_snapshot: snapshot !== null,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as given(station_name text, ${TYPED_COLUMNS}, has_snapshot boolean)`;
}

function textOf(batteries: StationState["batteries"]): string | null {
  return batteries === null ? null : JSON.stringify(batteries);
}

/** Unlike the rest, snapshots are not passed as JSON: both sides would have to escape and parse 3 kB of quotation marks for each. */
function snapshotsIn(writes: readonly StateWrite[]): RawBuilder<unknown> {
  const written = writes.flatMap(({ state: { station_name }, snapshot }) =>
    snapshot ? { station_name, snapshot } : [],
  );
  const names = textArray(written.map(({ station_name }) => station_name));
  const texts = textArray(written.map(({ snapshot }) => snapshot));
  return sql`unnest(${names}, ${texts}) as new_snapshots(station_name, snapshot)`;
}

function pointsIn(writes: readonly StateWrite[]): RawBuilder<unknown> {
  const points = writes.flatMap(({ state: { station_name }, point }) => (point ? { station_name, ...point } : []));
  return sql`json_to_recordset(${JSON.stringify(points)}::json)
    as p(station_name text, minute timestamptz, swaps_performed bigint, online boolean, door text, pad text)`;
}

/** A point that fills a gap. `swaps_performed` is null when the total at that time is unknown. */
export type Fill = { station_name: string; minute: Timestamp; swaps_performed: number | null; door: Door; pad: Pad };

/**
 * Fills gaps in the history. The station was offline at these times; errors and swaps stay between those of the neighboring points. Filling
 * in the same snapshot again changes nothing, nor does one of a minute that ended online: the state at its end is already known.
 */
export async function fillHistory(db: Db, fills: readonly Fill[]): Promise<void> {
  const byMinute = new Map(fills.map((fill) => [`${fill.station_name} ${fill.minute}`, fill]));
  const sorted = [...byMinute].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fill]) => fill);
  await inTransaction(db, async (tx) => {
    // The rows that are read must not be incremented by events before the points are written.
    await sql`
      select from station_states where station_name = any(${[...new Set(sorted.map(({ station_name }) => station_name))]})
      order by station_name for no key update`.execute(tx);
    await insertFills(tx, sorted);
  });
}

async function insertFills(tx: Db, sorted: readonly Fill[]): Promise<void> {
  await sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
    select f.station_name, f.minute,
      least(
        greatest(coalesce(f.swaps_performed, before.swaps_performed, after.swaps_performed), before.swaps_performed, 0),
        after.swaps_performed),
      coalesce(before.error_count, 0), coalesce(before.online, false), f.door, f.pad
    from json_to_recordset(${JSON.stringify(sorted)}::json)
      as f(station_name text, minute timestamptz, swaps_performed bigint, door text, pad text)
    join stations on stations.name = f.station_name
    left join lateral (
      select swaps_performed, error_count, online from station_history
      where station_name = f.station_name and minute <= f.minute order by minute desc limit 1
    ) before on true
    left join lateral (
      select swaps_performed from station_history
      where station_name = f.station_name and minute > f.minute order by minute limit 1
    ) after on true
    order by f.station_name, f.minute
    on conflict (station_name, minute) do update
    set swaps_performed = excluded.swaps_performed, door = excluded.door, pad = excluded.pad, door_reported = true, pad_reported = true
    where not (station_history.online and station_history.door_reported and station_history.pad_reported)
  `.execute(tx);
}
