import type { ScopedStation, StationConditionFacts } from "@groundcrew/shared/alerts";
import { telemetrySummary } from "@groundcrew/shared/telemetry";
import type { Board, BoardEntry } from "../stations/index.ts";

/** A station by what rules need. The objects stay the same while the station's parts do. */
export type WatchedStation = { scoped: ScopedStation; facts: StationConditionFacts };

/** What is not on the board: batteries, errors, losses of the link, and the usual time between swaps. */
type OtherFacts = Pick<StationConditionFacts, "failed_slots" | "hottest" | "errors" | "losses" | "usual_gap">;
const NOTHING: OtherFacts = { failed_slots: [], hottest: null, errors: [], losses: [], usual_gap: null };

type Cached = {
  factsText: string;
  telemetryText: string;
  scoped: ScopedStation;
  telemetry: Pick<StationConditionFacts, "missing_cameras" | "firmware">;
};

/** Reads stations from the board. Only what has changed since the last time is parsed again. */
export class WatchedStations {
  readonly #board: Board;
  readonly #cached = new Map<string, Cached>();

  constructor(board: Board) {
    this.#board = board;
  }

  names(): string[] {
    return this.#board.names();
  }

  /** What decides which rules watch a station; undefined for a station that is not on the board. */
  scoped(name: string): ScopedStation | undefined {
    const entry = this.#find(name);
    return entry && this.#read(entry).scoped;
  }

  find(name: string): WatchedStation | undefined {
    const entry = this.#find(name);
    return entry && this.#watched(entry, this.#read(entry));
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
    const known = this.#cached.get(entry.name);
    if (known?.factsText === facts && known.telemetryText === telemetry) return known;
    const read = {
      ...(known?.factsText === facts ? known : readFacts(entry.name, facts)),
      ...(known?.telemetryText === telemetry ? known : readTelemetry(telemetry)),
      factsText: facts,
      telemetryText: telemetry,
    };
    this.#cached.set(entry.name, read);
    return read;
  }

  #watched({ state, isUp, parts }: BoardEntry, cached: Cached): WatchedStation {
    const { scoped, telemetry } = cached;
    const facts: StationConditionFacts = {
      ...NOTHING,
      ...telemetry,
      up: isUp,
      last_online: timeOf(state.last_online ?? state.last_active),
      temperature: temperatureIn(parts.telemetry),
      clock_skew_ms: state.clock_skew_ms,
      last_swapped: timeOf(state.last_swapped),
    };
    return { scoped, facts };
  }
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function readFacts(name: string, text: string): Pick<Cached, "scoped"> {
  const parsed: Omit<ScopedStation, "name"> = JSON.parse(`{${text.slice(1)}}`);
  return { scoped: { ...parsed, name } };
}

/** Cameras are parsed only when one is missing, and all else is taken from the text, because this runs with nearly every message. */
function readTelemetry(text: string): Pick<Cached, "telemetry"> {
  const missing_cameras = text.includes('"detected":false') ? missingCameras(text) : [];
  const firmware = textAfter(text, '"firmware_version":[{"version":"');
  return { telemetry: { missing_cameras, firmware } };
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
