/**
 * What decides on what a caller sees of the board: one organization or all of them, whether as an admin, and whether lists hold
 * retired stations, too.
 */
export type View = { readonly orgId: number | null; readonly admin: boolean; readonly withRetired?: boolean };

/** Names what lists of a view hold. */
export function listKey(view: View): string {
  return `${viewKey(view)}${view.withRetired ? "r" : ""}`;
}

/** Whether lists of a view hold a station. */
export function isListed(
  { orgId, withRetired = false }: View,
  facts: { org_id: number; retired: string | null },
): boolean {
  return (withRetired || facts.retired === null) && (orgId === null || facts.org_id === orgId);
}

/** Names a view among all views. */
export function viewKey({ orgId, admin }: View): string {
  return `${orgId ?? "all"}${admin ? "+" : ""}`;
}

/** Counts for every view how often something in it has changed. */
export function countVersions() {
  const versions = new Map<string, number>();
  let last = 0;
  return {
    of: (view: View) => versions.get(viewKey(view)) ?? 0,
    /** Something of an organization has changed, perhaps something that only admins see. */
    bump(orgId: number, seenBy: "everyone" | "admins"): void {
      last++;
      for (const scope of [orgId, null]) {
        versions.set(viewKey({ orgId: scope, admin: true }), last);
        if (seenBy === "everyone") versions.set(viewKey({ orgId: scope, admin: false }), last);
      }
    },
  };
}
