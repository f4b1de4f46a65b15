import { readinessState } from "@groundcrew/shared/readiness";
import { gaugesOf } from "../platform/lib/index.ts";
import type { Board } from "../stations/index.ts";

const STATES = [...readinessState.options, "maintenance"] as const;

const boards = gaugesOf<Board>();

boards.add(
  {
    name: "groundcrew_stations_readiness",
    help: "Stations in service by their readiness: ready, limited, not_ready, unknown, or in maintenance. The same on all servers.",
    labelNames: ["state"],
  },
  (stations, board) => {
    for (const state of STATES) stations.set({ state }, 0);
    for (const { readiness } of board.evaluations()) {
      const isMaintained = readiness.reasons[0]?.effect === "maintenance";
      stations.inc({ state: isMaintained ? "maintenance" : readiness.state });
    }
  },
);

/** Counts the stations of a board in the metrics until it is stopped. */
export const watchReadiness = boards.watch;
