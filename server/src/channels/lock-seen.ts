import type { Db, NameReader } from "../platform/db/index.ts";
import { notFound, Problem, type Principal } from "../platform/http/index.ts";
import { lockChannel, type StoredChannel } from "./queries.ts";

/** Locks a channel at the revision that the caller loaded: 404 for one that they may not change, 412 when it has changed since. */
export async function lockSeen(
  tx: Db,
  { id, rev, principal, reader }: { id: number; rev: number; principal: Principal; reader: NameReader },
): Promise<StoredChannel> {
  const found = await lockChannel(tx, id, ownedBy(principal));
  if (!found) throw notFound();
  if (found.rev === rev) return found;
  const editor = found.edited_by_staff && !reader.seesStaff ? reader.support : found.edited_by;
  throw new Problem(412, `${editor ?? "Someone"} changed this channel. Nothing was saved; load it again.`);
}

/** The only organization whose channels a person may change and test; null for all. */
export function ownedBy(principal: Principal): number | null {
  if (principal.kind !== "user") throw notFound();
  return principal.user.can_admin ? null : principal.user.org_id;
}
