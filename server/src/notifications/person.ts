import { notFound, type Principal } from "../platform/http/index.ts";

/** The caller of a call about their own notifications. Only admins are notified of error groups and incidents. */
export type Person = { id: number; orgId: number; isAdmin: boolean };

/** The caller as a person. Programs have no notifications. */
export function personOf(principal: Principal): Person {
  if (principal.kind !== "user") throw notFound();
  const { org_id: orgId, can_admin: isAdmin } = principal.user;
  return { id: principal.id, orgId, isAdmin };
}
