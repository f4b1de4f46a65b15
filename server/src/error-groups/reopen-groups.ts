import { isResolvedOnArrival, stateAfterErrors, type StateChange } from "@groundcrew/shared/error-groups";
import type { Db } from "../db/index.ts";
import { enterStates, lockGroups } from "./status-queries.ts";
import { selectUnresolved } from "./upkeep-queries.ts";

/** The state of a group all of whose unresolved errors happened before it was resolved. */
const ONGOING: NonNullable<StateChange> = { state: "ongoing", reason: null };

/**
 * Gives resolved groups that have unresolved errors another state: errors came to them because fingerprints were removed from other groups or
 * split. As when it is stored, an error that happened after the resolution makes its group regressed.
 */
export async function reopenGroups(tx: Db, ids: readonly number[]): Promise<void> {
  const groups = (await lockGroups(tx, ids)).filter(({ state, open_all: open }) => state === "resolved" && open > 0);
  if (groups.length === 0) return;
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
}
