import type { bulkAssign } from "@groundcrew/shared/bulk-acts";
import { z } from "zod";
import type { AuditNote } from "../audit/index.ts";
import { assignStations, auditOfOwner, returnStations, type OwnerChange } from "../ownership/index.ts";
import type { Call } from "../platform/http/index.ts";
import type { LockedStation } from "./queries.ts";
import { keptFor, type ChangedStation, type Undo, type Work } from "./work.ts";

/** Assigns the open errors of stations to a person who can have them. */
export async function assignErrors(
  { tx, by, at }: Work,
  stations: readonly LockedStation[],
  { owner_id, note }: Call<typeof bulkAssign>["body"],
): Promise<ChangedStation[]> {
  const names = stations.map(({ name }) => name);
  const now = Date.parse(at);
  const moved = await assignStations(tx, names, { ownerId: owner_id, note, principal: by, now });
  return moved.map(({ station, ...owners }) => ({
    name: station,
    notes: [{ ...targetOf(station), ...auditOfOwner({ act: "assign" }, owners) }],
    undo: { rev: owners.ownership?.rev ?? 0 } satisfies z.input<typeof assigned>,
  }));
}

/** The revision that the act gave the ownership. */
const assigned = z.object({ rev: z.int() });

/** Returns errors to those who had them, or to nobody. Those that somebody has acknowledged or assigned since, or that are resolved, stay as they are. */
export const assignBack: Undo = async ({ tx, by, at }, stations) => {
  const left = stations.map(({ station, undo }) => ({ station: station.name, rev: assigned.parse(undo).rev }));
  const { moved, changed, withoutFormer } = await returnStations(tx, left, { principal: by, now: Date.parse(at) });
  return {
    undone: moved.map(({ station, ...owners }) => ({ name: station, notes: [undoneNote(station, owners)] })),
    kept: [
      ...changed.map((station) => keptFor(station, "changed")),
      ...withoutFormer.map((station) => keptFor(station, "no_former_owner")),
    ],
  };
};

/** The note of the assignment the other way round. */
function undoneNote(station: string, { before, ownership }: OwnerChange): AuditNote {
  const note = auditOfOwner({ act: "assign" }, { before: ownership, ownership: before });
  return { ...targetOf(station), before: note.after, after: note.before };
}

/** For admins only, as a change of one owner is. */
function targetOf(station: string) {
  return { target: `station ${station}`, orgId: null };
}
