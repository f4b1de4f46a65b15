import type { Board } from "../../stations/index.ts";
import type { StationPresence } from "../life/finding.ts";
import { NO_SIGNALS, type StationSignals } from "./signals.ts";
import { WatchedStation, type WatchedFacts } from "./watched-station.ts";

/** Reads stations from the board. Only changed parts are read again. */
export class WatchedStations {
  readonly #board: Board;
  readonly #latest = new Map<string, WatchedStation>();
  readonly #signalsOf: (station: string) => StationSignals;

  /** `signalsOf` returns the facts that are not on the board. */
  constructor(board: Board, signalsOf: (station: string) => StationSignals = () => NO_SIGNALS) {
    this.#board = board;
    this.#signalsOf = signalsOf;
  }

  names(): string[] {
    return this.#board.names();
  }

  /** The current state of a station; undefined for one that is not on the board. */
  find(name: string): WatchedStation | undefined {
    const entry = this.#board.find(name, { orgId: null, admin: true });
    if (!entry) return undefined;
    const signals = this.#signalsOf(name);
    const latest = this.#latest.get(name);
    if (latest?.entry === entry && latest.steady.signals === signals) return latest;
    const station = new WatchedStation(entry, signals, latest);
    this.#latest.set(name, station);
    return station;
  }

  /** The facts that determine which rules watch a station; undefined for a station that is not on the board. */
  scoped(name: string): WatchedFacts | undefined {
    return this.find(name)?.scoped;
  }

  /** The board's errors of a station: another object whenever they have changed. */
  errorsOf(name: string): object | undefined {
    return this.#board.find(name, { orgId: null, admin: true })?.errors;
  }

  /** True if the link of a station is up. */
  isUp(name: string): boolean {
    return this.#board.isUp(name);
  }

  /** The presence of a station; out of service if it is not on the board. */
  presenceOf(name: string): StationPresence {
    const scoped = this.scoped(name);
    if (!scoped || !scoped.actual || scoped.retired !== null) return "out_of_service";
    return this.isUp(name) ? "online" : "offline";
  }
}
