import type { Difference } from "./entry.ts";
import type { ShownFacts } from "./row-text.ts";

/** The facts that decide which lists a station is in. */
export type ListFacts = Pick<ShownFacts, "org_id" | "retired">;

/**
 * A caller's view of the board: one organization or all of them, whether as an admin, and whether lists include retired
 * stations.
 */
export type View = { readonly orgId: number | null; readonly admin: boolean; readonly withRetired?: boolean };

/** A key for the content of a view's lists. */
export function listKey(view: View): string {
  return `${viewKey(view)}${view.withRetired ? "r" : ""}`;
}

/** Whether a view's lists contain a station. */
export function isListed({ orgId, withRetired = false }: View, facts: ListFacts): boolean {
  return (withRetired || facts.retired === null) && (orgId === null || facts.org_id === orgId);
}

/** A key for the view. */
export function viewKey({ orgId, admin }: View): string {
  return `${orgId ?? "all"}${admin ? "+" : ""}`;
}

/** Counts the changes in every view. */
export function countVersions() {
  const versions = new Map<string, number>();
  let last = 0;
  return {
    of: (view: View) => versions.get(viewKey(view)) ?? 0,
    /** Counts a change in an organization; returns its number. */
    bump(orgId: number, difference: Difference): number {
      last++;
      for (const scope of [orgId, null]) {
        versions.set(viewKey({ orgId: scope, admin: true }), last);
        if (difference !== "admins") versions.set(viewKey({ orgId: scope, admin: false }), last);
      }
      return last;
    },
  };
}

/** Whether a station moved to other lists. */
export function isMoved(before: ListFacts, after: ListFacts): boolean {
  return before.org_id !== after.org_id || (before.retired === null) !== (after.retired === null);
}
