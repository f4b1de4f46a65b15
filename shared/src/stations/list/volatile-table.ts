import type { TelemetrySummary } from "../../telemetry/index.ts";
import type { Station } from "../station.ts";
import { namesHash, type VolatileUpdate } from "./volatile.ts";

/** The names of a list in the order of their code units, their positions in it, and their hash. */
type SortedNames = { names: readonly string[]; positions: ReadonlyMap<string, number>; hash: number };

/** A number in a column: times in ms since the epoch. NaN where no update had one, so that the row's own stands. */
type Column = Float64Array<ArrayBuffer>;

/** A null in a column. It is less than any time. */
const NULL = -Infinity;

/**
 * The newest volatile fields of all stations of a list, in columns with one item for each station by name. Taking an update into columns
 * takes a tenth of the time that new rows would. It is never changed: `withUpdate` and `withRows` return another one.
 */
export type VolatileTable = SortedNames & {
  /** These two also have the rows' own values, by which stations are sorted and counted. */
  last_active: Column;
  last_online: Column;
  last_telemetry: Column;
  clock_skew_ms: Column;
  internal_temperature: Column;
  station_uptime: Column;
  currents: readonly (readonly number[])[];
};

type Rows = ReadonlyMap<string, Station>;

/** A table that has nothing newer than these rows. */
export function volatileTable(rows: Rows): VolatileTable {
  const names = [...rows.keys()].sort();
  const empty = () => new Float64Array(names.length).fill(Number.NaN);
  const table = {
    names,
    positions: new Map(names.map((name, position) => [name, position])),
    hash: namesHash(names),
    last_active: empty(),
    last_online: empty(),
    last_telemetry: empty(),
    clock_skew_ms: empty(),
    internal_temperature: empty(),
    station_uptime: empty(),
    currents: [],
  };
  for (const [position, name] of names.entries()) takeRow(table, position, rows.get(name));
  return table;
}

/** A table that has nothing newer than the rows of these stations, which are in it. */
export function withRows(table: VolatileTable, rows: Iterable<Station>): VolatileTable {
  const after = copyOf(table);
  for (const row of rows) takeRow(after, table.positions.get(row.name) ?? -1, row);
  return after;
}

/**
 * A table after an update; null if the update is of another list. Returns the same object if it has nothing newer, by the time of
 * the last message, or by the uptime if that time is the same: some updates leave out columns.
 */
export function withUpdate(table: VolatileTable, { volatile }: VolatileUpdate, rows: Rows): VolatileTable | null {
  if (table.hash !== volatile.names_hash) return null;
  const after = copyOf(table);
  const atMs = Date.parse(volatile.at);
  const msOf = (ago: number | null | undefined) => (typeof ago === "number" ? atMs - ago : NULL);
  let position = -1;
  let isChanged = false;
  for (const [index, count] of volatile.skipped.entries()) {
    position += count + 1;
    const activeMs = msOf(volatile.last_active[index]);
    const uptime = volatile.station_uptime?.[index] ?? null;
    if (!isNews(after, { position, activeMs, uptime, rows })) continue;
    isChanged = true;
    after.last_active[position] = activeMs;
    after.last_online[position] = msOf(volatile.last_online[index]);
    after.last_telemetry[position] = msOf(volatile.last_telemetry[index]);
    if (volatile.clock_skew_ms) after.clock_skew_ms[position] = volatile.clock_skew_ms[index] ?? NULL;
    const temperature = volatile.internal_temperature?.[index] ?? null;
    if (temperature !== null) after.internal_temperature[position] = temperature;
    if (uptime !== null) after.station_uptime[position] = uptime;
    if (volatile.currents) after.currents[position] = volatile.currents[index] ?? [];
  }
  return isChanged ? after : table;
}

type Item = { position: number; activeMs: number; uptime: number | null; rows: Rows };

function isNews(table: VolatileTable, { position, activeMs, uptime, rows }: Item): boolean {
  const known = table.last_active[position] ?? Infinity;
  if (activeMs !== known) return activeMs > known;
  if (uptime === null || activeMs === NULL) return false;
  const row = rows.get(table.names[position] ?? "");
  const knownUptime = orNull(table.station_uptime[position]) ?? uptimeOf(row);
  return knownUptime !== undefined && knownUptime !== uptime;
}

/** A station with its fields in the table. Returns the same object if it has them already. */
export function withVolatile(station: Station, table: VolatileTable): Station {
  const position = table.positions.get(station.name) ?? -1;
  const telemetryMs = table.last_telemetry[position] ?? Number.NaN;
  // No update had this station since its row was received.
  if (Number.isNaN(telemetryMs) || hasAll(station, table, position)) return station;
  const last_active = timeAt(table.last_active[position]);
  // The three times are mostly the same, and writing one takes longer than all else for a station.
  const time = (column: Column) =>
    column[position] === table.last_active[position] ? last_active : timeAt(column[position]);
  const after = { ...station };
  after.last_active = last_active;
  after.last_online = time(table.last_online);
  after.last_telemetry = time(table.last_telemetry);
  const skewMs = table.clock_skew_ms[position] ?? Number.NaN;
  if (!Number.isNaN(skewMs)) after.clock_skew_ms = orNull(skewMs);
  const telemetry = station.last_telemetry_data;
  if (telemetry) after.last_telemetry_data = withReadings(telemetry, table, position);
  return after;
}

/** Whether a station that is at least as old as its fields in the table is just as new. */
function hasAll(station: Station, table: VolatileTable, position: number): boolean {
  const uptime = orNull(table.station_uptime[position]);
  return msOf(station.last_active) === table.last_active[position] && (uptime === null || uptimeOf(station) === uptime);
}

function withReadings(summary: TelemetrySummary, table: VolatileTable, position: number): TelemetrySummary {
  const after = { ...summary };
  if (summary.status) {
    const status = { ...summary.status };
    const uptime = orNull(table.station_uptime[position]);
    const temperature = orNull(table.internal_temperature[position]);
    if (uptime !== null) status.station_uptime = uptime;
    if (temperature !== null) status.internal_temperature = temperature;
    after.status = status;
  }
  const values = table.currents[position] ?? [];
  if (summary.battery_info && values.length > 0) {
    let next = 0;
    const batteries = summary.battery_info.batteries.map((battery) =>
      typeof battery.current === "number" ? { ...battery, current: values[next++] ?? battery.current } : battery,
    );
    after.battery_info = { ...summary.battery_info, batteries };
  }
  return after;
}

function takeRow(
  table: VolatileTable & { currents: (readonly number[])[] },
  position: number,
  row: Station | undefined,
) {
  if (!row || position < 0) return;
  table.last_active[position] = msOf(row.last_active);
  table.last_online[position] = row.last_online === row.last_active ? msOf(row.last_active) : msOf(row.last_online);
  for (const column of [table.last_telemetry, table.clock_skew_ms, table.internal_temperature, table.station_uptime]) {
    column[position] = Number.NaN;
  }
  table.currents[position] = [];
}

function copyOf(table: VolatileTable) {
  return {
    ...table,
    last_active: table.last_active.slice(),
    last_online: table.last_online.slice(),
    last_telemetry: table.last_telemetry.slice(),
    clock_skew_ms: table.clock_skew_ms.slice(),
    internal_temperature: table.internal_temperature.slice(),
    station_uptime: table.station_uptime.slice(),
    currents: table.currents.slice(),
  };
}

function uptimeOf(station: Station | undefined): number | null | undefined {
  return station?.last_telemetry_data?.status?.station_uptime;
}

function msOf(time: string | null): number {
  return time === null ? NULL : Date.parse(time);
}

function timeAt(ms: number | undefined): string | null {
  return ms === undefined || ms === NULL ? null : new Date(ms).toISOString();
}

function orNull(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value;
}
