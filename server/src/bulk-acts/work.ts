import type { BulkReason } from "@groundcrew/shared/bulk-acts";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { Principal } from "../platform/http/index.ts";
import type { LockedStation } from "./queries.ts";

export type Work = { tx: Db; by: Principal; at: Timestamp };

/** A station that was changed, with what undoing that needs. `leftOut` is why it was not changed after all. */
export type ChangedStation = { name: string; notes: readonly AuditNote[]; undo: unknown; leftOut?: BulkReason };

/** A station that is as before an act. */
export type UndoneStation = Omit<ChangedStation, "undo" | "leftOut">;

/** A station that stays as it is, and why. */
export type KeptStation = { station: string; reason: BulkReason };

/** Undoes an act at locked stations, each with what that needs, and returns those that are as before and those that stay. */
export type Undo = (
  work: Work,
  stations: readonly { station: LockedStation; undo: unknown }[],
) => Promise<{ undone: UndoneStation[]; kept: KeptStation[] }>;

/** The tags of a station that a person sees. */
export function seenTags<T extends { org_id: number }>(
  { can_admin }: Pick<SessionUser, "can_admin">,
  { org_id, tags }: { org_id: number; tags: readonly T[] },
): T[] {
  return tags.filter((tag) => can_admin || tag.org_id === org_id);
}

export function keptFor(station: string, code: BulkReason["code"]): KeptStation {
  return { station, reason: { code, at: null } };
}

/** The stations that are still as the act left them, and the others. */
export function unchangedStations<S extends { station: LockedStation }>(
  stations: readonly S[],
  isFit: (one: S) => boolean,
) {
  const fit = stations.filter(isFit);
  const kept = stations.flatMap((one) => (isFit(one) ? [] : keptFor(one.station.name, "changed")));
  return { fit, kept };
}
