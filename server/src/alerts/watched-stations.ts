import type { ScopedStation, StationConditionFacts } from "@groundcrew/shared/alerts";
import type { Station } from "@groundcrew/shared/stations";
import { telemetrySummary, type BatteryFacts } from "@groundcrew/shared/telemetry";
import type { Board, BoardEntry } from "../stations/index.ts";
import type { StationSignals } from "./signals.ts";

/** A station by what rules need. The objects stay the same while the station's parts do. */
export type WatchedStation = { scoped: WatchedFacts; facts: StationConditionFacts };

/** What decides which rules watch a station, and where it is. */
export type WatchedFacts = ScopedStation & Pick<Station, "location">;

/** Without rules that are on, nothing is known of errors, losses of the link, and the usual time between swaps. */
const NO_SIGNALS: StationSignals = { errors: [], losses: [], usual_gap: null };
const NO_BATTERIES = { failed_slots: [], hottest: null };

type Cached = {
  factsText: string;
  telemetryText: string;
  batteriesText: string | null;
  scoped: WatchedFacts;
  batteries: Pick<StationConditionFacts, "failed_slots" | "hottest">;
  telemetry: Pick<StationConditionFacts, "missing_cameras" | "firmware">;
};

/** Reads stations from the board. Only what has changed since the last time is parsed again. */
export class WatchedStations {
  readonly #board: Board;
  readonly #cached = new Map<string, Cached>();

  readonly #signalsOf: (station: string) => StationSignals;

  /** `signalsOf` returns what is not on the board. */
  constructor(board: Board, signalsOf: (station: string) => StationSignals = () => NO_SIGNALS) {
    this.#board = board;
    this.#signalsOf = signalsOf;
  }

  names(): string[] {
    return this.#board.names();
  }

  /** What decides which rules watch a station; undefined for a station that is not on the board. */
  scoped(name: string): WatchedFacts | undefined {
    const entry = this.#find(name);
    return entry && this.#read(entry).scoped;
  }

  find(name: string): WatchedStation | undefined {
    const entry = this.#find(name);
    return entry && this.#watched(entry, this.#read(entry));
  }

  /** A text that changes with the maintenance of a station; null when it is not in maintenance. */
  maintenanceOf(name: string): string | null {
    const text = this.#find(name)?.parts.maintenance ?? NOT_IN_MAINTENANCE;
    return text === NOT_IN_MAINTENANCE ? null : text;
  }

  /** A text that changes with the errors of a station. */
  errorsOf(name: string): string {
    return this.#find(name)?.parts.support ?? "";
  }

  /** Whether the link of a station is up. */
  isUp(name: string): boolean {
    return this.#find(name)?.isUp ?? false;
  }

  #find(name: string): BoardEntry | undefined {
    return this.#board.find(name, { orgId: null, admin: true });
  }

  #read(entry: BoardEntry): Cached {
    const { facts, telemetry } = entry.parts;
    const { batteries } = entry.state;
    const known = this.#cached.get(entry.name);
    const isSame = known?.factsText === facts && known.telemetryText === telemetry;
    if (isSame && known.batteriesText === batteries) return known;
    const read = {
      scoped: known?.factsText === facts ? known.scoped : readFacts(entry.name, facts),
      telemetry: known?.telemetryText === telemetry ? known.telemetry : readTelemetry(telemetry, known?.telemetry),
      batteries: known?.batteriesText === batteries ? known.batteries : readBatteries(batteries),
      factsText: facts,
      telemetryText: telemetry,
      batteriesText: batteries,
    };
    this.#cached.set(entry.name, read);
    return read;
  }

  #watched({ name, state, isUp, parts }: BoardEntry, cached: Cached): WatchedStation {
    const { scoped, telemetry, batteries } = cached;
    const facts: StationConditionFacts = {
      ...this.#signalsOf(name),
      ...telemetry,
      ...batteries,
      up: isUp,
      last_online: timeOf(state.last_online ?? state.last_active),
      temperature: temperatureIn(parts.telemetry),
      clock_skew_ms: state.clock_skew_ms,
      last_swapped: timeOf(state.last_swapped),
    };
    return { scoped, facts };
  }
}

const NOT_IN_MAINTENANCE = ',"maintenance":null';

function readBatteries(text: string | null): Cached["batteries"] {
  if (text === null) return NO_BATTERIES;
  const { failed, hottest }: BatteryFacts = JSON.parse(text);
  return { failed_slots: failed, hottest };
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function readFacts(name: string, text: string): WatchedFacts {
  const parsed: Omit<WatchedFacts, "name"> = JSON.parse(`{${text.slice(1)}}`);
  return { ...parsed, name };
}

const ALL_CAMERAS: readonly string[] = [];

/**
 * Cameras are parsed only when one is missing, and all else is taken from the text, because this runs with nearly every message. Cameras that
 * are the same as `before` stay the same object.
 */
function readTelemetry(text: string, before: Cached["telemetry"] | undefined): Cached["telemetry"] {
  const missing = text.includes('"detected":false') ? missingCameras(text) : ALL_CAMERAS;
  const isSame = before !== undefined && missing.join() === before.missing_cameras.join();
  const firmware = textAfter(text, '"firmware_version":[{"version":"');
  return { missing_cameras: isSame ? before.missing_cameras : missing, firmware };
}

function missingCameras(text: string): string[] {
  const parsed: { last_telemetry_data: unknown } = JSON.parse(`{${text.slice(1)}}`);
  const summary = telemetrySummary.safeParse(parsed.last_telemetry_data);
  const cameras = summary.data?.status?.usb_status?.cameras ?? {};
  return Object.entries(cameras).flatMap(([id, { name, detected }]) => (detected ? [] : (name ?? id)));
}

function textAfter(text: string, start: string): string | null {
  const at = text.indexOf(start);
  if (at < 0) return null;
  return text.slice(at + start.length, text.indexOf('"', at + start.length));
}

const TEMPERATURE = '"internal_temperature":';

function temperatureIn(telemetry: string): number | null {
  const at = telemetry.indexOf(TEMPERATURE);
  if (at < 0) return null;
  const value = Number.parseFloat(telemetry.slice(at + TEMPERATURE.length, at + TEMPERATURE.length + 12));
  return Number.isNaN(value) ? null : value;
}
