import { DAY_MS } from "@groundcrew/shared/lib";
import { EVENTS_IN_FLIGHT } from "@groundcrew/shared/link";
import type { Db } from "../../platform/db/index.ts";
import { oldestTaken } from "../../restores/index.ts";
import { deleteOldEvents, stationsAfter } from "./event-queries.ts";

/** How many of a station's newest events are kept, whatever their age. */
const KEPT_PER_STATION = 10 * EVENTS_IN_FLIGHT;

type RemoveOptions = { days: number; now: number; signal: AbortSignal; kept?: number };

/**
 * Removes events, which are only needed to recognize duplicates, older than `days`. A hundred stations at a time.
 * While stations send events again after a restore, everything from the backup is needed.
 */
export async function removeOld(db: Db, { days, now, signal, kept = KEPT_PER_STATION }: RemoveOptions): Promise<void> {
  const before = new Date(now - days * DAY_MS).toISOString();
  if (await oldestTaken(db, new Date(now).toISOString())) return;
  let stations = await stationsAfter(db, "");
  while (stations.length > 0 && !signal.aborted) {
    const removed = await deleteOldEvents(db, stations, { before, kept });
    if (removed === 0) stations = await stationsAfter(db, stations.at(-1) ?? "");
  }
}
