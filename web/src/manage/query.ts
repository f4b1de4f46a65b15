import { orgIdInQuery } from "@groundcrew/shared/lib";
import { settingsWith } from "../kit/index.ts";

/** The organization in an address, for admins; everyone else manages their own. */
export function managedOrganization({ org_id }: { org_id?: unknown }): { org_id?: number } {
  const read = orgIdInQuery.safeParse(org_id);
  return read.success ? { org_id: read.data } : {};
}

const pageSettings = settingsWith("au-", "rd-", "si-", "us-", "kind", "type", "draft");

/** The settings of the Manage pages in an address. */
export function manageQuery(query: Record<string, unknown>) {
  return { ...managedOrganization(query), ...pageSettings(query) };
}
