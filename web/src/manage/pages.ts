import { isManager, type SessionUser } from "@groundcrew/shared/sessions";

/** The Manage pages, by their path below `/manage/`. */
export type ManagePageName =
  | "users"
  | "apikeys"
  | "organizations"
  | "readiness"
  | "audit"
  | "link"
  | "security"
  | "backups"
  | "system";

type Rights = Pick<SessionUser, "can_admin" | "can_manage">;

/** The Manage pages that a user may see. */
export function managePages(user: Rights): ManagePageName[] {
  if (user.can_admin)
    return ["users", "apikeys", "organizations", "readiness", "audit", "link", "security", "backups", "system"];
  return isManager(user) ? ["users", "apikeys", "readiness", "audit"] : ["users", "apikeys"];
}
