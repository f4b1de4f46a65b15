import type { SharedDb } from "../db/index.ts";
import { notFound, type Principal } from "../http/index.ts";
import { findOrganization } from "./queries.ts";

/**
 * The organization a call about people or keys means: the caller's own unless another is named, which only admins may. For
 * anyone else another organization is not there, whether it exists or not.
 */
export async function organizationFor(
  db: SharedDb,
  principal: Principal,
  orgId: number | undefined,
): Promise<{ id: number; name: string }> {
  if (principal.kind !== "user") throw notFound();
  const { org_id: own, can_admin } = principal.user;
  if (orgId !== undefined && orgId !== own && !can_admin) throw notFound();
  const found = await findOrganization(db, orgId ?? own);
  if (!found) throw notFound();
  return found;
}
