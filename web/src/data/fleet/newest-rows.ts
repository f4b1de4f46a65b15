import type { Station } from "@groundcrew/shared/stations";

type Listener = () => void;

/**
 * Rows that the stream of live changes has sent and that the displayed list does not have yet: a long list is filtered and sorted again only
 * now and then, but a row on the screen should not wait for that.
 */
export class NewestRows {
  readonly #rows = new Map<string, { station: Station; seq: number }>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Rows were received with the entry `seq` of the log. */
  add(rows: readonly Station[], seq: number): void {
    for (const station of rows) {
      this.#rows.set(station.name, { station, seq });
      for (const listener of this.#listeners.get(station.name) ?? []) listener();
    }
  }

  of(name: string): Station | undefined {
    return this.#rows.get(name)?.station;
  }

  /** A list is displayed that has the entries of the log up to `seq`; null if it does not say which. */
  displayed(seq: number | null): void {
    for (const [name, row] of this.#rows) if (seq === null || row.seq <= seq) this.#rows.delete(name);
  }

  /** Calls `listener` when a row of the station is received. Returns how to stop that. */
  subscribe(name: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(name);
    };
  }
}
