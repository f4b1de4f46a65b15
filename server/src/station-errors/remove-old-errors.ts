import { DAY_MS } from "@groundcrew/shared/lib";
import { inTransaction, type Db } from "../platform/db/index.ts";
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
