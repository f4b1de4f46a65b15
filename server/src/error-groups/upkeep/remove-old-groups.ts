import { DAY_MS } from "@groundcrew/shared/lib";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { deleteEmptyGroups, deleteUnusedFingerprints, selectUnusedFingerprints } from "./removal-queries.ts";
import { holdGroups } from "../status-queries.ts";

/** Few enough that errors which arrive meanwhile wait only shortly. */
const AT_ONCE = 500;

/**
 * Removes resolved groups of which no error is kept any more, and whose last error is older than `days`, with their fingerprints, counts and
 * history. Their errors were removed before. An error that comes back later makes a new group.
 */
export async function removeOldGroups(
  db: Db,
  { days, now, signal }: { days: number; now: number; signal: AbortSignal },
): Promise<void> {
  const before = new Date(now - days * DAY_MS).toISOString();
  for (const remove of [removeFingerprints, deleteEmptyGroups]) {
    while (!signal.aborted && (await removePiece(db, (tx) => remove(tx, before, AT_ONCE))) > 0);
  }
}

/** Runs alone, since errors that are stored meanwhile would refer to the removed groups. */
async function removePiece(db: Db, remove: (tx: Db) => Promise<number>): Promise<number> {
  return inTransaction(db, async (tx) => {
    await holdGroups(tx);
    return remove(tx);
  });
}

async function removeFingerprints(tx: Db, before: string, limit: number): Promise<number> {
  const ids = await selectUnusedFingerprints(tx, before, limit);
  await deleteUnusedFingerprints(tx, ids);
  return ids.length;
}
