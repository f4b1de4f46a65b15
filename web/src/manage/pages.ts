import { isManager, type SessionUser } from "@groundcrew/shared/sessions";

/** The Manage pages, by their path below `/manage/`, in their order. */
export const allManagePages = [
  "users",
  "apikeys",
  "wallboards",
  "organizations",
  "sites",
  "import",
  "readiness",
  "audit",
  "link",
  "security",
  "backups",
  "system",
] as const;
export type ManagePageName = (typeof allManagePages)[number];

type Rights = Pick<SessionUser, "can_admin" | "can_manage">;

/** The Manage pages that a user may see. */
export function managePages(user: Rights): readonly ManagePageName[] {
  if (user.can_admin) return allManagePages;
  return isManager(user) ? ["users", "apikeys", "wallboards", "sites", "readiness", "audit"] : ["users", "apikeys"];
}
