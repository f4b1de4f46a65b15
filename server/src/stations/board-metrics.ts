import { SECOND_MS } from "@groundcrew/shared/lib";
import { Gauge } from "prom-client";
import type { Board } from "./board.ts";

type Watched = { board: Board; caughtUpAt: number };
const boards = new Set<Watched>();

const stations = new Gauge({
  name: "groundcrew_board_stations",
  help: "Stations on the board.",
  collect() {
    stations.set(largest(({ board }) => board.names().length));
  },
});

const age = new Gauge({
  name: "groundcrew_board_age_seconds",
  help: "Time since the board last read what changed in the database. Normally below three seconds.",
  collect() {
    age.set(largest(({ caughtUpAt }) => (performance.now() - caughtUpAt) / SECOND_MS));
  },
});

/** Includes a board in the metrics until `stop`. `caughtUp` notes that it is current. */
export function watchBoard(board: Board): { caughtUp: () => void; stop: () => void } {
  const watched = { board, caughtUpAt: performance.now() };
  boards.add(watched);
  return {
    caughtUp() {
      watched.caughtUpAt = performance.now();
    },
    stop: () => void boards.delete(watched),
  };
}

function largest(valueOf: (watched: Watched) => number): number {
  return Math.max(0, ...[...boards].map(valueOf));
}
