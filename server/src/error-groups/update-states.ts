import {
  isResolvedOnArrival,
  stateAfterErrors,
  stateAfterTime,
  type StateChange,
} from "@groundcrew/shared/error-groups";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { enterStates, lockGroups, shareGroups } from "./status-queries.ts";
import { selectCandidates, selectUnresolved } from "./upkeep/upkeep-queries.ts";

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

/** Updates the states of groups now and every minute. */
export function startGroupStates({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  return repeat(() => updateGroupStates(db, now()), {
    everyMs: MINUTE_MS,
    failure: "states of error groups could not be updated",
    log,
  });
}

/** The state of a group all of whose unresolved errors happened before it was resolved. */
const ONGOING: NonNullable<StateChange> = { state: "ongoing", reason: null };

/**
 * Gives resolved groups that have unresolved errors another state: errors came to them because groups were merged, or fingerprints were removed from
 * other groups or split. As when it is stored, an error that happened after the resolution makes its group regressed. Returns the ids of those.
 */
export async function reopenGroups(tx: Db, ids: readonly number[]): Promise<number[]> {
  const groups = (await lockGroups(tx, ids)).filter(({ state, open_all: open }) => state === "resolved" && open > 0);
  if (groups.length === 0) return [];
  const errors = await selectUnresolved(
    tx,
    groups.map(({ id }) => id),
  );
  const ofGroup = Map.groupBy(errors, ({ group }) => group);
  const changes = groups.map((group) => {
    const after = (ofGroup.get(group.id) ?? []).filter((error) => !isResolvedOnArrival(group.resolution, error));
    const { state, reason } = stateAfterErrors(group, after) ?? ONGOING;
    return { id: group.id, state, reason };
  });
  await enterStates(tx, changes);
  return groups.map(({ id }) => id);
}
