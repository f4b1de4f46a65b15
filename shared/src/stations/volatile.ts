import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import type { TelemetrySummary } from "../telemetry/index.ts";
import type { Station } from "./station.ts";

/** Milliseconds from a time in the past to the reply's `at`; null for a time that is null. */
const ago = z.array(z.int().nullable());
/** Null for a station whose snapshot has no such number. */
const numbers = z.array(z.number().nullable());

/**
 * New values of the fields that change with nearly every message: times of contact, clock skew, uptime, temperature, and the current of
 * charging batteries. In columns with one item for each station, which is a tenth of the size of whole rows. Nothing else in the rows of
 * these stations has changed.
 */
export const volatileUpdate = z.object({
  volatile: z.object({
    at: timestamp,
    /** The `namesHash` of the whole list that the caller may see, which includes the other changes of this reply. */
    names_hash: z.int(),
    /** How many stations of that list, by name, are between this one and the one before it. Takes a tenth of the size of names. */
    skipped: z.array(z.int().nonnegative()),
    last_active: ago,
    last_online: ago,
    last_telemetry: ago,
    /** Without a column its values stay as they were. */
    clock_skew_ms: z.array(z.int().nullable()).optional(),
    /** This and the following only with `include_telemetry`. */
    internal_temperature: numbers.optional(),
    station_uptime: numbers.optional(),
    /** The `current` of those batteries that have one, in order. */
    currents: z.array(z.array(z.number())).optional(),
  }),
});
export type VolatileUpdate = z.output<typeof volatileUpdate>;

/** A hash of names in order, by which a client checks that its list is the server's. Not meant to resist an attack. */
export function namesHash(names: readonly string[]): number {
  let hash = 0;
  for (const name of names) {
    for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
    hash = Math.imul(hash, 31) | 0;
  }
  return hash;
}

/** The names of a list in the order of their code units, and their hash. */
export type SortedNames = { names: readonly string[]; hash: number };

export function sortedNames(names: Iterable<string>): SortedNames {
  const sorted = [...names].sort();
  return { names: sorted, hash: namesHash(sorted) };
}

/** The names of the stations in the columns; null if `known`, all of the list, are not those of the server. */
export function namesIn({ volatile: { names_hash, skipped } }: VolatileUpdate, known: SortedNames): string[] | null {
  if (known.hash !== names_hash) return null;
  let position = -1;
  return skipped.flatMap((count) => known.names[(position += count + 1)] ?? []);
}

/** An item in the columns, and the time of the update (ms). */
type Item = { index: number; atMs: number };

/**
 * A station with the values of one item in the columns. Returns the same object if what it has is newer, by the time of the last message,
 * or just as new and has the same uptime: some updates leave out columns.
 */
export function withVolatile(
  station: Station,
  { volatile: columns }: VolatileUpdate,
  { index, atMs: at }: Item,
): Station {
  const active = columns.last_active[index] ?? null;
  if (active === null) return station;
  const last_active = new Date(at - active).toISOString();
  if (!isNews(station, { last_active, uptime: columns.station_uptime?.[index] ?? null })) return station;
  // The three times are mostly the same, and writing one takes longer than all else for a station.
  const time = (ms: number | null | undefined) => {
    if (ms === active) return last_active;
    return typeof ms === "number" ? new Date(at - ms).toISOString() : null;
  };
  const after = { ...station };
  after.last_active = last_active;
  after.last_online = time(columns.last_online[index]);
  after.last_telemetry = time(columns.last_telemetry[index]);
  if (columns.clock_skew_ms) after.clock_skew_ms = columns.clock_skew_ms[index] ?? null;
  const telemetry = station.last_telemetry_data;
  if (telemetry) after.last_telemetry_data = withReadings(telemetry, columns, index);
  return after;
}

function isNews(station: Station, { last_active, uptime }: { last_active: string; uptime: number | null }): boolean {
  if (station.last_active === null || last_active > station.last_active) return true;
  if (last_active < station.last_active || uptime === null) return false;
  const known = station.last_telemetry_data?.status?.station_uptime;
  return known !== undefined && known !== uptime;
}

function withReadings(
  summary: TelemetrySummary,
  { station_uptime, internal_temperature, currents }: VolatileUpdate["volatile"],
  index: number,
): TelemetrySummary {
  const after = { ...summary };
  if (summary.status) {
    const status = { ...summary.status };
    const uptime = station_uptime?.[index] ?? null;
    const temperature = internal_temperature?.[index] ?? null;
    if (uptime !== null) status.station_uptime = uptime;
    if (temperature !== null) status.internal_temperature = temperature;
    after.status = status;
  }
  const values = currents?.[index] ?? [];
  if (summary.battery_info && values.length > 0) {
    let next = 0;
    const batteries = summary.battery_info.batteries.map((battery) =>
      typeof battery.current === "number" ? { ...battery, current: values[next++] ?? battery.current } : battery,
    );
    after.battery_info = { ...summary.battery_info, batteries };
  }
  return after;
}
