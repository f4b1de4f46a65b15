import { connectForCopy, type CopyIn, type Db, inTransaction } from "../src/db/index.ts";
import { skipThinning } from "../src/stats/index.ts";
import { batchesOf, loadBatches } from "./batches.ts";
import type { FleetLine } from "./fleet-lines.ts";
import { insertCopies, withoutIndexes } from "./load-queries.ts";
import { makeBatch } from "./make-batch.ts";
import type { Plan } from "./plan.ts";
import { idsByName, noteEntryIds, takeEntryIds } from "./queries.ts";
import { detailOf } from "./timeline.ts";

type Options = { now: number; stations: number };

/**
 * Inserts stations with their past into a database without any, in one transaction. Returns the fleet file's entries of those that can
 * connect.
 */
export async function loadStations(ownerUrl: string, plans: readonly Plan[], options: Options): Promise<FleetLine[]> {
  const { db, copyIn } = connectForCopy(ownerUrl);
  // No later transaction then has to note in the rows that this one was committed.
  const copyFrozen: CopyIn = (statement, rows) => copyIn(`${statement} with (freeze)`, rows);
  const load = async (tx: Db) => {
    const restore = await withoutIndexes(tx);
    const [firstId = 1] = await takeEntryIds(tx, 1);
    const entries: FleetLine[] = [];
    let nextId = firstId;
    let written = Promise.resolve();
    for await (const batch of loadBatches(plans, { ...(await contextOf(tx, options)), firstId })) {
      await written;
      written = insertCopies(copyFrozen, batch.copies);
      // A failure is thrown by the next batch.
      written.catch(() => {});
      entries.push(...batch.entries);
      nextId = batch.nextId;
    }
    await written;
    await noteEntryIds(tx, nextId);
    // It has at most a few points a day.
    await skipThinning(tx, options.now);
    await restore();
    return entries;
  };
  return inTransaction(db, load).finally(() => db.destroy());
}

/** Inserts stations with their past into a database that has some, each batch in its own transaction. Returns the same. */
export async function addStations(url: string, plans: readonly Plan[], options: Options): Promise<FleetLine[]> {
  const { db, copyIn } = connectForCopy(url);
  const add = async () => {
    const context = { ...(await contextOf(db, options)), takeIds: (count: number) => takeEntryIds(db, count) };
    const entries: FleetLine[] = [];
    for (const some of batchesOf(plans)) {
      const batch = await makeBatch(some, context);
      await inTransaction(db, () => insertCopies(copyIn, batch.copies));
      entries.push(...batch.entries);
    }
    return entries;
  };
  return add().finally(() => db.destroy());
}

async function contextOf(db: Db, { now, stations }: Options) {
  const [orgIds, tagIds] = [await idsByName(db, "organizations"), await idsByName(db, "support_log_tags")];
  return { now, detail: detailOf(stations), orgIds, tagIds };
}
