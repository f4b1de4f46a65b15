import type { SharedDb } from "../platform/db/index.ts";
import { notFound, type Principal } from "../platform/http/index.ts";
import { findOrganization } from "./queries.ts";

/**
 * The organization that a call about users or API keys refers to: the caller's own unless it names another, which only admins may. For
 * everyone else another organization does not exist, whether it does or not.
 */
export async function organizationFor(
  db: SharedDb,
  principal: Principal,
  orgId: number | undefined,
): Promise<{ id: number; name: string }> {
  if (principal.kind !== "user") throw notFound();
  const { org_id: ownOrgId, can_admin } = principal.user;
  if (orgId !== undefined && orgId !== ownOrgId && !can_admin) throw notFound();
  const found = await findOrganization(db, orgId ?? ownOrgId);
  if (!found) throw notFound();
  return found;
}
