import type { SessionUser } from "../sessions/index.ts";

/** Whether a user may start, change and end the maintenance of a station: admins, and managers of its organization. */
export function canMaintain(
  user: Pick<SessionUser, "can_admin" | "can_manage" | "org_id">,
  station: { org_id: number },
): boolean {
  return user.can_admin || (user.can_manage && user.org_id === station.org_id);
}
