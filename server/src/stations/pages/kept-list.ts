import type { Brand } from "@groundcrew/shared/brand";
import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  compileStay,
  compileView,
  dependsOnReadings,
  viewColumns,
  type ListSettings,
  type SortKey,
} from "@groundcrew/shared/stations";
import { serialQueue, turns } from "../../platform/lib/index.ts";
import type { Board, BoardChange } from "../board/board.ts";
import { haystackIn } from "../board/entry.ts";
import type { View } from "../board/view.ts";
import { keyOrder, type KeyOrder } from "./key-order.ts";
import { findListed, listedStation } from "./listed-station.ts";

/** The board, and the names of the installation. */
export type Source = { board: Board; brand: Brand };

/** Which list: the caller's view, and the settings. */
export type ListChoice = { view: View; settings: ListSettings };

/**
 * A station in its place. `isMovable` is true if newer readings alone can move it. Its place may depend on the time from the second `due` on, infinity if
 * it does not.
 */
type Placed = SortKey & { isMovable: boolean; due: number };

/** A place that was found for a station, and the time (ms) until which it keeps it if nothing about it changes. */
type Found = { values: SortKey["values"]; isMovable: boolean; until: number };

/** How many stations are placed before it may be somebody else's turn. */
export const STEP = 64;

/**
 * Keeps the order of a list. Stations that change on the board are noted, and looked at again when the list is asked for: what that costs follows
 * what has changed since it was asked for before. The time alone changes only the places of stations that are noted for it, by the second.
 */
export class KeptList {
  readonly #source: Source;
  readonly #choice: ListChoice;
  readonly #placed = new Map<string, Placed>();
  readonly #changed: Set<string>;
  readonly #due = new Map<number, string[]>();
  readonly #queue = serialQueue();
  readonly #order: KeyOrder;
  /** Ends keeping it. */
  readonly stop: () => void;

  constructor(source: Source, choice: ListChoice) {
    this.#source = source;
    this.#choice = choice;
    this.#order = keyOrder(choice.settings);
    this.#changed = new Set(source.board.list(choice.view).map(({ entry }) => entry.name));
    this.stop = source.board.onChange((change) => this.#note(change));
  }

  /** The keys of its stations in order, with all changes so far. They stay the same list until a station moves. */
  keys(): Promise<readonly SortKey[]> {
    return this.#queue.run(() => this.#mend());
  }

  #note({ name, orgId, difference }: BoardChange): void {
    const { view, settings } = this.#choice;
    if (view.orgId !== null && view.orgId !== orgId) return;
    if (difference === "admins" && !view.admin) return;
    const isMovable = this.#placed.get(name)?.isMovable ?? dependsOnReadings(settings.filters);
    if (difference !== "volatile" || isMovable) this.#changed.add(name);
  }

  async #mend(): Promise<readonly SortKey[]> {
    const now = this.#source.board.now();
    this.#noteDue(now);
    const names = [...this.#changed];
    this.#changed.clear();
    const find = finder(this.#source, this.#choice, now);
    const left: SortKey[] = [];
    const joined: SortKey[] = [];
    const nextTurn = turns();
    for (const [index, name] of names.entries()) {
      if (index % STEP === STEP - 1) await nextTurn();
      const before = this.#placed.get(name);
      const after = this.#place(name, before, find(name));
      if (before === after) continue;
      if (before) left.push(before);
      if (after) joined.push(after);
    }
    return this.#order.mend(left, joined);
  }

  /** Puts a station into the place that was found for it. Returns the same object if it keeps its place. */
  #place(name: string, before: Placed | undefined, found: Found | null): Placed | undefined {
    if (found === null) {
      this.#placed.delete(name);
      return undefined;
    }
    const { values, isMovable, until } = found;
    const keepsPlace = before?.values.every((value, index) => value === values[index]) ?? false;
    const after = before && keepsPlace ? before : { name, values, isMovable, due: before?.due ?? Infinity };
    after.isMovable = isMovable;
    this.#placed.set(name, after);
    this.#book(after, Math.floor(until / SECOND_MS));
    return after;
  }

  /** Books a station for a second, unless it is looked at before. */
  #book(station: Placed, second: number): void {
    if (second >= station.due) return;
    station.due = second;
    const names = this.#due.get(second);
    if (names) names.push(station.name);
    else this.#due.set(second, [station.name]);
  }

  /** Notes the stations that were booked for a time (ms) or before. Of several bookings of a station, only the last one counts. */
  #noteDue(now: number): void {
    for (const [second, names] of this.#due) {
      if (second * SECOND_MS > now) continue;
      this.#due.delete(second);
      for (const name of names) {
        const station = this.#placed.get(name);
        if (station?.due !== second) continue;
        station.due = Infinity;
        this.#changed.add(name);
      }
    }
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
