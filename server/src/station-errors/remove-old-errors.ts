import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { repeat } from "../platform/lib/index.ts";
import { deleteOldErrors } from "./queries.ts";

/**
 * Removes errors that were resolved more than `days` days before `now` (ms), in batches; returns how many.
 * Unresolved and attached errors stay, and so do the totals and the history of their stations.
 */
export async function removeOldErrors(
  db: Db,
  { days, now, signal }: { days: number; now: number; signal: AbortSignal },
): Promise<number> {
  const before = new Date(now - days * DAY_MS).toISOString();
  let removed = 0;
  while (!signal.aborted) {
    const count = await inTransaction(db, (tx) => deleteOldErrors(tx, before));
    if (count === 0) break;
    removed += count;
  }
  return removed;
}

/** Removes old errors now and every hour. */
export function startErrorRetention(days: number, { db, now, log }: { db: Db; now: () => number; log: Logger }) {
  const work = async (signal: AbortSignal) => {
    const removed = await removeOldErrors(db, { days, now: now(), signal });
    if (removed > 0) log.info({ removed, days }, "resolved errors were removed at the end of their retention");
  };
  return repeat(work, { everyMs: HOUR_MS, failure: "old errors could not be removed", log });
}
