import { orgIdInQuery } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";

/** The Manage pages, by their path below `/manage/`. */
export type ManagePageName = "users" | "apikeys" | "organizations" | "link" | "security" | "backups";

/** The Manage pages that a user may see. */
export function managePages(user: Pick<SessionUser, "can_admin">): ManagePageName[] {
  return user.can_admin ? ["users", "apikeys", "organizations", "link", "security", "backups"] : ["users", "apikeys"];
}

/** The page for a path below `/manage/`; null if there is none or if it is not for this user. */
export function parseManagePage(path: string, user: Pick<SessionUser, "can_admin">): ManagePageName | null {
  const name = path.replace(/\/+$/, "");
  return managePages(user).find((page) => page === name) ?? null;
}

/** The organization in an address, for admins; everyone else manages their own. */
export function managedOrganization({ org_id }: { org_id?: unknown }): { org_id?: number } {
  const read = orgIdInQuery.safeParse(org_id);
  return read.success ? { org_id: read.data } : {};
}
