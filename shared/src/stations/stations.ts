import type { Station } from "./station.ts";
import type { VolatileUpdate } from "./list/volatile.ts";
import { volatileTable, withRows, withUpdate, withVolatile, type VolatileTable } from "./list/volatile-table.ts";

type Rows = ReadonlyMap<string, Station>;

/**
 * The stations of a list by name, which is never changed. Volatile fields that arrive in columns stay there, and a station gets them when it
 * is read: most of thousands of stations are not on the screen. A station is the same object until something about it changes.
 */
export class Stations implements ReadonlyMap<string, Station> {
  /** The stations, whose volatile fields may be older. The map and each row keep their identity until something else changes. */
  readonly rows: Rows;
  /** The newest volatile fields; null if all rows have theirs. */
  readonly volatile: VolatileTable | null;
  /** The stations that were read and have newer fields than their rows. */
  readonly #read: Map<string, Station>;
  #all: Rows | undefined;

  private constructor(rows: Rows, volatile: VolatileTable | null, read: ReadonlyMap<string, Station>) {
    this.rows = rows;
    this.volatile = volatile;
    this.#read = new Map(read);
  }

  static of(stations: ReadonlyMap<string, Station>): Stations {
    return stations instanceof Stations ? stations : new Stations(stations, null, new Map());
  }

  /** The same stations with other rows. `rows` has the names of this list. */
  withRows(rows: readonly Station[]): Stations {
    if (rows.length === 0) return this;
    const read = new Map(this.#read);
    const changed = new Map(this.rows);
    for (const row of rows) {
      read.delete(row.name);
      changed.set(row.name, row);
    }
    return new Stations(changed, this.volatile && withRows(this.volatile, rows), read);
  }

  /** The same stations after an update; null if it is of another list. Returns the same object if nothing in it is newer. */
  withUpdate(update: VolatileUpdate): Stations | null {
    const before = this.volatile ?? volatileTable(this.rows);
    const after = withUpdate(before, update, this.rows);
    if (after === null) return null;
    return after === before && this.volatile ? this : new Stations(this.rows, after, this.#read);
  }

  get(name: string): Station | undefined {
    const known = this.#read.get(name) ?? this.rows.get(name);
    if (!known || !this.volatile) return known;
    const station = withVolatile(known, this.volatile);
    if (station !== known) this.#read.set(name, station);
    return station;
  }

  get size(): number {
    return this.rows.size;
  }

  has(name: string): boolean {
    return this.rows.has(name);
  }

  keys(): MapIterator<string> {
    return this.rows.keys();
  }

  values(): MapIterator<Station> {
    return this.#allRead().values();
  }

  entries(): MapIterator<[string, Station]> {
    return this.#allRead().entries();
  }

  [Symbol.iterator](): MapIterator<[string, Station]> {
    return this.entries();
  }

  forEach(callback: (station: Station, name: string, stations: ReadonlyMap<string, Station>) => void): void {
    this.#allRead().forEach((station, name) => callback(station, name, this));
  }

  #allRead(): Rows {
    if (!this.volatile) return this.rows;
    this.#all ??= new Map(Array.from(this.rows, ([name, row]) => [name, this.get(name) ?? row]));
    return this.#all;
  }
}
