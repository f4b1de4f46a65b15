import { isManager, type SessionUser } from "@groundcrew/shared/sessions";

/** The Manage pages, by their path below `/manage/`. */
export type ManagePageName =
  | "users"
  | "apikeys"
  | "organizations"
  | "audit"
  | "link"
  | "security"
  | "backups"
  | "system";

type Rights = Pick<SessionUser, "can_admin" | "can_manage">;

/** The Manage pages that a user may see. */
export function managePages(user: Rights): ManagePageName[] {
  if (user.can_admin) return ["users", "apikeys", "organizations", "audit", "link", "security", "backups", "system"];
  return isManager(user) ? ["users", "apikeys", "audit"] : ["users", "apikeys"];
}

/** The page for a path below `/manage/`; null if there is none or if it is not for this user. */
export function parseManagePage(path: string, user: Rights): ManagePageName | null {
  const name = path.replace(/\/+$/, "");
  return managePages(user).find((page) => page === name) ?? null;
}
