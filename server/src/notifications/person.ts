import { notFound, type Principal } from "../http/index.ts";

/** The person who makes a call about their own notifications. */
export type Person = { id: number; orgId: number };

/** The caller as a person. Programs have no notifications. */
export function personOf(principal: Principal): Person {
  if (principal.kind !== "user") throw notFound();
  return { id: principal.id, orgId: principal.user.org_id };
}
