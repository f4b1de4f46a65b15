import { triageCount } from "@groundcrew/shared/station-errors";
import { serialQueue, turns } from "../../platform/lib/index.ts";
import type { Entry } from "../board/entry.ts";
import type { View } from "../board/view.ts";
import { STEP, type Source } from "./kept-list.ts";
import { findListed } from "./listed-station.ts";
import { StaleStations, type Finding } from "./stale-stations.ts";

/** The errors of a station that wait for triage. */
type Counted = Finding & { errors: number };

/** Counts all stations of a view, and their errors that wait for triage. Only stations that have changed are counted again. */
export class ViewTally {
  readonly #source: Source;
  readonly #view: View;
  readonly #stations: StaleStations<Counted>;
  readonly #queue = serialQueue();
  #triage = 0;
  /** Ends counting. */
  readonly stop: () => void;

  constructor(source: Source, view: View) {
    this.#source = source;
    this.#view = view;
    this.#stations = new StaleStations(source.board, view);
    this.stop = this.#stations.stop;
  }

  counts(): Promise<{ visible: number; triage: number }> {
    return this.#queue.run(async () => {
      await this.#update();
      return { visible: this.#stations.found.size, triage: this.#triage };
    });
  }

  async #update(): Promise<void> {
    const { board, brand } = this.#source;
    const nextTurn = turns();
    for (const [index, name] of this.#stations.take(board.now()).entries()) {
      if (index % STEP === STEP - 1) await nextTurn();
      this.#triage -= this.#stations.found.get(name)?.errors ?? 0;
      const entry = findListed(board, name, this.#view);
      if (!entry) {
        this.#stations.found.delete(name);
        continue;
      }
      const errors = triageCount([triaged(entry)], brand);
      this.#stations.keep({ name, isMovable: false, due: Infinity, errors }, Infinity);
      this.#triage += errors;
    }
  }
}

/** A station as it counts in triage. */
function triaged({ facts: { actual, organization_name, retired }, errors }: Entry) {
  return { actual, organization_name, retired, support_metrics: errors };
}
