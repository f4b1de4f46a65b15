import type { Logger } from "pino";
import { isRejectedData, type Db } from "../../platform/db/index.ts";
import { startOfMinute } from "../history-point.ts";
import { fillHistory, type Fill } from "./state-queries.ts";
import type { KnownStates } from "./known-states.ts";
import type { StateInputs } from "./change.ts";
import type { StationState } from "./state.ts";

/** A snapshot taken while the link was down, and when that was by the server's clock (ms). */
export type Historical = StateInputs & { station: string; at: number };

/** Fills the history with historical snapshots. What the database rejects is logged and left out. */
export async function writeHistorical(
  historical: readonly Historical[],
  { known, db, log }: { known: KnownStates; db: Db; log: Logger },
): Promise<void> {
  if (historical.length === 0) return;
  await known.load(historical.map(({ station }) => station));
  const fills = historical.flatMap((one) => {
    const state = known.of(one.station);
    return state ? toFill(one, state) : [];
  });
  try {
    await fillHistory(db, fills);
    // One of them may now be the newest point of its station.
    known.forget(fills.map(({ station_name }) => station_name));
  } catch (error) {
    if (!isRejectedData(error)) throw error;
    const stations = [...new Set(fills.map(({ station_name }) => station_name))];
    log.error({ err: error, stations }, "history of stations was rejected by the database and dropped");
  }
}

/** The history point for a historical snapshot, based on the station's current state. */
function toFill({ station, at, swaps_performed, door, pad }: Historical, state: StationState): Fill {
  return {
    station_name: station,
    minute: startOfMinute(at),
    swaps_performed: totalThen(state, swaps_performed),
    door,
    pad,
  };
}

/** The counter has increased from `reported` to its current value, unless it was reset in between or events are counted. */
function totalThen(
  { swaps_performed: total, swaps_reported: now, swaps_by_events: isByEvents }: StationState,
  reported: number | null,
): number | null {
  if (isByEvents || reported === null || now === null || reported > now) return null;
  return Math.max(0, total - (now - reported));
}
