import { readinessState } from "@groundcrew/shared/readiness";
import { Gauge } from "prom-client";
import type { Part } from "../platform/lib/index.ts";
import type { Board } from "../stations/index.ts";

const EVERY_STATION = { orgId: null, admin: true };
const STATES = [...readinessState.options, "maintenance"] as const;

const boards = new Set<Board>();

const gauge = new Gauge({
  name: "groundcrew_stations_readiness",
  help: "Stations in service by their readiness: `ready`, `limited`, `not_ready`, `unknown`, or in `maintenance`. The same on all servers.",
  labelNames: ["state"],
  collect() {
    for (const state of STATES) gauge.set({ state }, 0);
    for (const board of boards) for (const { entry } of board.list(EVERY_STATION)) countIn(entry.readiness?.readiness);
  },
});

function countIn(readiness: { state: string; reasons: readonly { effect: string }[] } | undefined): void {
  if (!readiness) return;
  const isMaintained = readiness.reasons[0]?.effect === "maintenance";
  gauge.inc({ state: isMaintained ? "maintenance" : readiness.state });
}

/** Counts the stations of a board in the metrics until `stop`. */
export function watchReadiness(board: Board): Part {
  boards.add(board);
  return {
    async stop() {
      boards.delete(board);
    },
  };
}
