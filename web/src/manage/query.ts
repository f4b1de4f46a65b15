import { orgIdInQuery } from "@groundcrew/shared/lib";
import type { AuditQuery } from "../audit/index.ts";

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
