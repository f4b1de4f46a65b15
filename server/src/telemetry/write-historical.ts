import type { Logger } from "pino";
import { isRejectedData, type Db } from "../db/index.ts";
import { fillHistory, toFill, type Historical } from "./fill-history.ts";
import type { KnownStates } from "./known-states.ts";

/** Fills the history with historical snapshots. What the database rejects is logged and left out. */
export async function writeHistorical(
  historical: readonly Historical[],
  { known, db, log }: { known: KnownStates; db: Db; log: Logger },
): Promise<void> {
  if (historical.length === 0) return;
  await known.learn(historical.map(({ station }) => station));
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
    log.error({ err: error, stations }, "history of stations was refused by the database and dropped");
  }
}
