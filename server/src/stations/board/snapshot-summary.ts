import type { ReadinessReadings } from "@groundcrew/shared/readiness";
import type { TelemetrySummary } from "@groundcrew/shared/telemetry";
import { digest, inAscii } from "./row-text.ts";

/** The facts of a station's last snapshot that rules and lists of readings need. Null where it reports none. */
export type SnapshotFacts = {
  /** Inside, in °F. */
  temperature: number | null;
  /** In seconds. */
  uptime: number | null;
  /** The currents of its batteries that have one, in mA. */
  currents: readonly number[];
  firmware: string | null;
  /** Names of the cameras that are not detected, or their ids. */
  missing_cameras: readonly string[];
  gps_location: string | null;
  location: string | null;
  /** Null for a station without a snapshot. */
  readings: ReadinessReadings | null;
};

/** Hashes of what changes with few snapshots: of what rows show of it, and of all else that a board has of it. */
export type ContentHashes = { shown: number; rest: number };

/**
 * A snapshot as a board takes it, made where the snapshot is parsed: its facts, and its summary for rows as JSON in ASCII, with a mark in
 * place of each value that changes with nearly every snapshot.
 */
export type SnapshotSummary = { facts: SnapshotFacts; template: string; hashes: ContentHashes };

/** The values of a snapshot that differ from those of an earlier one with the same hashes: those of its facts, and of the charger's slots in order. */
export type SnapshotValues = Pick<SnapshotFacts, "temperature" | "uptime" | "currents"> & {
  hashes: ContentHashes;
  levels: readonly (number | null)[];
};

/** In place of a value in a template: a character that JSON has nowhere. */
const MARK = "\0";
const MARK_AS_JSON = JSON.stringify(MARK);

export const NO_SNAPSHOT: SnapshotSummary = {
  facts: {
    temperature: null,
    uptime: null,
    currents: [],
    firmware: null,
    missing_cameras: [],
    gps_location: null,
    location: null,
    readings: null,
  },
  template: "null",
  hashes: { shown: 0, rest: 0 },
};

export function summaryOfSnapshot(summary: TelemetrySummary, readings: ReadinessReadings | null): SnapshotSummary {
  const facts = { ...factsOf(summary), readings };
  const marked = inAscii(JSON.stringify(withMarks(summary)));
  const pieces = marked.split(MARK_AS_JSON);
  // A text of a station may look like a mark.
  const isTemplate = pieces.length === valuesIn(facts).length + 1;
  const template = isTemplate ? pieces.join(MARK) : inAscii(JSON.stringify(summary));
  const rest = JSON.stringify([withoutValues(readings), isTemplate || template]);
  return { facts, template, hashes: { shown: digest(marked), rest: digest(rest) } };
}

/** The JSON of a summary in ASCII. */
export function textOfSummary({ template, facts }: Pick<SnapshotSummary, "template" | "facts">): string {
  const values = valuesIn(facts);
  return fillTemplate(template, (place) => String(values[place] ?? null));
}

/** A template with JSON in each of its places, which are counted from 0. */
export function fillTemplate(template: string, valueAt: (place: number) => string): string {
  const pieces = template.split(MARK);
  return pieces.map((piece, index) => (index === 0 ? piece : valueAt(index - 1) + piece)).join("");
}

export function valuesOf({ facts, hashes }: SnapshotSummary): SnapshotValues {
  const { temperature, uptime, currents, readings } = facts;
  return { hashes, temperature, uptime, currents, levels: readings?.charger?.map(({ level }) => level) ?? [] };
}

/** The facts of a snapshot from those of an earlier one with the same hashes. */
export function withValues(facts: SnapshotFacts, values: SnapshotValues): SnapshotFacts {
  const { temperature, uptime, currents, levels } = values;
  const charger = facts.readings?.charger?.map((slot, index) => ({ ...slot, level: levels[index] ?? null })) ?? null;
  const readings = facts.readings && { ...facts.readings, temperature, charger };
  return { ...facts, temperature, uptime, currents, readings };
}

export function areSame(one: ContentHashes, other: ContentHashes): boolean {
  return one.shown === other.shown && one.rest === other.rest;
}

function factsOf({ status, firmware_version, battery_info }: TelemetrySummary): Omit<SnapshotFacts, "readings"> {
  const cameras = Object.entries(status?.usb_status?.cameras ?? {});
  return {
    temperature: status?.internal_temperature ?? null,
    uptime: status?.station_uptime ?? null,
    currents: battery_info?.batteries.flatMap(({ current }) => current ?? []) ?? [],
    firmware: firmware_version?.[0]?.version ?? null,
    missing_cameras: cameras.flatMap(([id, { name, detected }]) => (detected ? [] : (name ?? id))),
    gps_location: status?.gps_location ?? null,
    location: status?.location ?? null,
  };
}

/** The values that a template has marks for, in its order. */
function valuesIn({ temperature, uptime, currents }: SnapshotFacts): number[] {
  return [...currents, temperature, uptime].filter((value) => value !== null);
}

function withMarks({ status, battery_info, ...rest }: TelemetrySummary) {
  return {
    firmware_version: rest.firmware_version,
    warn_message: rest.warn_message,
    battery_info: battery_info && {
      batteries: battery_info.batteries.map((battery) => ({ ...battery, current: mark(battery.current) })),
    },
    cycles_performed: rest.cycles_performed,
    status: status && {
      ...status,
      internal_temperature: mark(status.internal_temperature),
      station_uptime: mark(status.station_uptime),
    },
  };
}

function mark(value: number | null | undefined): string | null | undefined {
  return typeof value === "number" ? MARK : value;
}

/** Readings without those that change with nearly every snapshot. The temperature is among the values of the summary. */
function withoutValues(readings: ReadinessReadings | null) {
  if (readings === null) return null;
  const { temperature: _temperature, charger, ...rest } = readings;
  return { ...rest, charger: charger?.map(({ slot, status }) => [slot, status]) };
}
