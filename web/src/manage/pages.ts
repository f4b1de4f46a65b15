import { orgIdInQuery } from "@groundcrew/shared/lib";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { AuditQuery } from "../audit/index.ts";

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

/** The organization in an address, for admins; everyone else manages their own. */
export function managedOrganization({ org_id }: { org_id?: unknown }): { org_id?: number } {
  const read = orgIdInQuery.safeParse(org_id);
  return read.success ? { org_id: read.data } : {};
}

/** The settings of the Manage pages in an address. */
export type ManageQuery = { org_id?: number } & AuditQuery;

export function manageQuery(query: Record<string, unknown>): ManageQuery {
  return { ...managedOrganization(query), ...auditSettings(query) };
}

/** What they mean is decided by the page. */
function auditSettings(query: Record<string, unknown>): AuditQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, text]) =>
      key.startsWith("au-") && typeof text === "string" ? [[key, text]] : [],
    ),
  );
}
