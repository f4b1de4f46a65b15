import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Board, BoardChange } from "../board/board.ts";
import type { View } from "../board/view.ts";

/**
 * Something that was found out about a station. It can change with newer readings alone if it is movable, and with the time alone from the second `due` on,
 * infinity if it does not.
 */
export type Finding = { name: string; isMovable: boolean; due: number };

type Options<F> = {
  isMovable?: boolean;
  /** Takes a finding whose station has newer readings, and nothing else that is new. Without it, the station is looked at again. */
  onReadings?: ((finding: F) => void) | null;
};

/**
 * Findings about the stations of a view, and which of them have to be looked at again: those that change on the board are noted, and looked at
 * only when somebody asks. The time alone changes only stations that are noted for it, by the second.
 */
export class StaleStations<F extends Finding> {
  readonly found = new Map<string, F>();
  readonly #view: View;
  /** Whether newer readings alone can change what is found about a station of which nothing was. */
  readonly #isMovable: boolean;
  readonly #stale: Set<string>;
  readonly #onReadings: ((finding: F) => void) | null;
  readonly #due = new Map<number, string[]>();
  /** Ends noting changes. */
  readonly stop: () => void;

  constructor(board: Board, view: View, { isMovable = false, onReadings = null }: Options<F> = {}) {
    this.#view = view;
    this.#onReadings = onReadings;
    this.#isMovable = isMovable;
    this.#stale = new Set(board.list(view).map(({ entry }) => entry.name));
    this.stop = board.onChange((change) => this.#handleChange(change));
  }

  /** Notes a station. */
  note(name: string): void {
    this.#stale.add(name);
  }

  /** Returns the stations to look at again at a time (ms), and forgets that. */
  take(now: number): string[] {
    this.#noteDue(now);
    const names = [...this.#stale];
    this.#stale.clear();
    return names;
  }

  /** Keeps what was found about a station, until a time (ms) if nothing about it changes. */
  keep(finding: F, until: number): void {
    this.found.set(finding.name, finding);
    const second = Math.floor(until / SECOND_MS);
    // It is looked at before.
    if (second >= finding.due) return;
    finding.due = second;
    const names = this.#due.get(second);
    if (names) names.push(finding.name);
    else this.#due.set(second, [finding.name]);
  }

  #handleChange({ name, orgId, difference }: BoardChange): void {
    const view = this.#view;
    if (view.orgId !== null && view.orgId !== orgId) return;
    if (difference === "admins" && !view.admin) return;
    if (difference !== "volatile") return this.note(name);
    const finding = this.found.get(name);
    if (!(finding?.isMovable ?? this.#isMovable)) return;
    if (finding && this.#onReadings) this.#onReadings(finding);
    else this.note(name);
  }

  /** Notes the stations that are due at a time (ms). Of several seconds of a station, only the last one counts. */
  #noteDue(now: number): void {
    for (const [second, names] of this.#due) {
      if (second * SECOND_MS > now) continue;
      this.#due.delete(second);
      for (const name of names) {
        const finding = this.found.get(name);
        if (finding?.due !== second) continue;
        finding.due = Infinity;
        this.note(name);
      }
    }
  }
}
