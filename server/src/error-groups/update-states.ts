import { stateAfterTime } from "@groundcrew/shared/error-groups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../db/index.ts";
import { repeat, type Part } from "../lib/index.ts";
import { enterStates, lockGroups, shareGroups } from "./status-queries.ts";
import { deleteOldCounts, selectCandidates } from "./upkeep-queries.ts";

/** Changes states for which only time decides: new groups age, others escalate or calm down, archived ones return. */
export async function updateGroupStates(db: Db, now: number): Promise<void> {
  const candidates = await selectCandidates(db, now);
  const changing = candidates.filter(({ status, recent }) => stateAfterTime(status, recent, now) !== null);
  if (changing.length === 0) return;
  const recentOf = new Map(changing.map(({ status, recent }) => [status.id, recent]));
  await inTransaction(db, async (tx) => {
    await shareGroups(tx);
    const locked = await lockGroups(tx, [...recentOf.keys()]);
    const changes = locked.flatMap((group) => {
      const recent = recentOf.get(group.id);
      const change = recent ? stateAfterTime(group, recent, now) : null;
      return change === null ? [] : [{ id: group.id, ...change }];
    });
    await enterStates(tx, changes);
  });
}

/** Updates the states of groups now and every minute, and deletes counts that nothing needs. */
export function startGroupStates({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  const work = async () => {
    await updateGroupStates(db, now());
    await deleteOldCounts(db, now());
  };
  return repeat(work, { everyMs: MINUTE_MS, failure: "states of error groups could not be updated", log });
}
