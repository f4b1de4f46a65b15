import type { SessionUser } from "../sessions/index.ts";

/** Whether a user may change an organization's sites and tags, and those of its stations: admins, and its managers. */
export function canPlace(
  user: Pick<SessionUser, "can_admin" | "can_manage" | "org_id">,
  { org_id }: { org_id: number },
): boolean {
  return user.can_admin || (user.can_manage && user.org_id === org_id);
}
