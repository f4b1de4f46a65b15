import type { Brand } from "@groundcrew/shared/brand";
import {
  compileStay,
  compileView,
  dependsOnReadings,
  viewColumns,
  type ListedStation,
  type ListSettings,
  type SortColumn,
  type SortKey,
} from "@groundcrew/shared/stations";
import { serialQueue, turns, WAITED_FOR_MS } from "../../platform/lib/index.ts";
import type { Board } from "../board/board.ts";
import { haystackIn } from "../board/entry.ts";
import type { View } from "../board/view.ts";
import { isByReading, keyOrder, type KeyOrder, type OrderedKey, type OrderedKeys } from "./key-order.ts";
import { findListed, listedStation } from "./listed-station.ts";
import { StaleStations, type Finding } from "./stale-stations.ts";

/** The board, and the names of the installation. */
export type Source = { board: Board; brand: Brand };

/** Which list: the caller's view, and the settings. */
export type ListChoice = { view: View; settings: ListSettings };

/** A station in its place. */
type Placed = OrderedKey & Finding;

/** A place that was found for a station, and the time (ms) until which it keeps it if nothing about it changes. */
type Found = { values: SortKey["values"]; isMovable: boolean; until: number };

/** How many stations are placed before it may be somebody else's turn. */
export const STEP = 64;

/**
 * Keeps the order of a list. Stations that change on the board are looked at again when the list is asked for: what that costs follows what has changed
 * since it was asked for before.
 */
export class KeptList {
  readonly #source: Source;
  readonly #choice: ListChoice;
  readonly #stations: StaleStations<Placed>;
  readonly #queue = serialQueue();
  readonly #order: KeyOrder;
  /** How many values of a key decide its place in the order that is kept. */
  readonly #kept: number;
  readonly #listeners = new Set<(name: string) => void>();
  /** Ends keeping it. */
  readonly stop: () => void;

  constructor(source: Source, choice: ListChoice) {
    this.#source = source;
    this.#choice = choice;
    const { settings } = choice;
    const isMovable = dependsOnReadings(settings.filters);
    const columns = viewColumns(settings, 0);
    const reading = isByReading(settings) ? columns.at(-1) : undefined;
    this.#kept = reading ? columns.length - 1 : columns.length;
    this.#order = keyOrder(settings);
    // A report takes no station out of a period.
    const staysIn = !dependsOnReadings({ ...settings.filters, time: false });
    const onReadings = reading && staysIn ? (placed: Placed) => this.#noteReading(placed, reading) : null;
    this.#stations = new StaleStations(source.board, choice.view, { isMovable, onReadings });
    this.stop = this.#stations.stop;
  }

  /** The keys of its stations, with all changes so far. */
  keys(): Promise<OrderedKeys> {
    return this.#queue.run(() => this.#mend());
  }

  /** Whether it had a station when its keys were last requested. */
  has(name: string): boolean {
    return this.#stations.found.has(name);
  }

  /** Calls `listener` with each station that joins or leaves the list. */
  onMember(listener: (name: string) => void): void {
    this.#listeners.add(listener);
  }

  async #mend(): Promise<OrderedKeys> {
    const now = this.#source.board.now();
    const names = this.#stations.take(now);
    const find = finder(this.#source, this.#choice, now);
    const left: Placed[] = [];
    const joined: Placed[] = [];
    const nextTurn = turns(WAITED_FOR_MS);
    for (const [index, name] of names.entries()) {
      if (index % STEP === STEP - 1) await nextTurn();
      const before = this.#stations.found.get(name);
      const after = this.#place(name, before, find(name));
      if (before === after) continue;
      if (before) left.push(before);
      if (after) joined.push(after);
      if (!before || !after) for (const listener of this.#listeners) listener(name);
    }
    return this.#order.mend({ left, joined });
  }

  /** Notes the newer reading of a station, right after its report, when everything about it is at hand. */
  #noteReading(placed: Placed, column: SortColumn<ListedStation>): void {
    const { board } = this.#source;
    const { view } = this.#choice;
    const entry = findListed(board, placed.name, view);
    if (!entry) return;
    placed.values = placed.values.with(this.#kept, column.value(listedStation(entry, view.admin)));
    this.#order.noteReading(placed);
  }

  /** Puts a station into the place that was found for it. Returns the same object if it keeps its place. */
  #place(name: string, before: Placed | undefined, found: Found | null): Placed | undefined {
    if (found === null) {
      this.#stations.found.delete(name);
      return undefined;
    }
    const { values, isMovable, until } = found;
    const isInPlace = before && haveSame(before.values, values, this.#kept);
    const due = before?.due ?? Infinity;
    const after = isInPlace ? before : { name, values, isMovable, due, hasLeft: false, position: -1 };
    after.values = values;
    this.#order.noteReading(after);
    after.isMovable = isMovable;
    this.#stations.keep(after, until);
    return after;
  }
}

/** Finds the places of stations in a list at `now` (ms); null for those that it does not have. */
function finder({ board, brand }: Source, { view, settings }: ListChoice, now: number) {
  const isShown = compileView(settings, { now, brand });
  const stayOf = compileStay(settings, now);
  const columns = viewColumns(settings, now);
  return (name: string): Found | null => {
    const entry = findListed(board, name, view);
    if (!entry) return null;
    const station = listedStation(entry, view.admin);
    if (!isShown(station, () => haystackIn(entry))) return null;
    const { until, isMovable } = stayOf(station);
    return { values: columns.map(({ value }) => value(station)), isMovable, until };
  };
}

function haveSame(one: SortKey["values"], other: SortKey["values"], count: number): boolean {
  return one.every((value, index) => index >= count || value === other[index]);
}
