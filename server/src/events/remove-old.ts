import { DAY_MS } from "@groundcrew/shared/lib";
import { EVENTS_UNDER_WAY } from "@groundcrew/shared/link";
import type { Db } from "../db/index.ts";
import { deleteOldLimited } from "./limited-queries.ts";
import { deleteOldQuarantined } from "./quarantine-queries.ts";
import { deleteOldEvents, stationsAfter } from "./queries.ts";

/** How long events and quarantined messages are kept; of a station's events, the newest are kept in any case. */
const KEPT_MS = 30 * DAY_MS;
const KEPT_OF_STATION = 10 * EVENTS_UNDER_WAY;

/** Removes what is no longer needed to tell that an event is known, and what nobody has looked at. A hundred stations at a time. */
export async function removeOld(
  db: Db,
  { now, signal, kept = KEPT_OF_STATION }: { now: number; signal: AbortSignal; kept?: number },
): Promise<void> {
  const before = new Date(now - KEPT_MS).toISOString();
  await deleteOldQuarantined(db, before);
  await deleteOldLimited(db, before);
  let stations = await stationsAfter(db, "");
  while (stations.length > 0 && !signal.aborted) {
    const removed = await deleteOldEvents(db, stations, { before, kept });
    if (removed === 0) stations = await stationsAfter(db, stations.at(-1) ?? "");
  }
}
