import { usesSite, usesTag, withTagRenamed, type RuleScope } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import { selectScopes, updateScopes } from "./rule-queries.ts";

/** The scope of a rule that may be for sites or tags, and the rule's organization. */
export type RuleUse = { id: number; org_id: number; is_provider: boolean; scope: RuleScope };

/** A site, or a tag of an organization. */
type Used = { siteId: number } | { tag: { name: string; org_id: number } };

/** How many rules watch stations by a site or a tag. The provider's rules watch those with any organization's tag of a name. */
export function rulesWith(uses: readonly RuleUse[], used: Used): number {
  return uses.filter(({ scope, org_id, is_provider: isProvider }) => {
    if ("siteId" in used) return usesSite(scope, used.siteId);
    return (isProvider || org_id === used.tag.org_id) && usesTag(scope, used.tag.name);
  }).length;
}

/** "Used by 2 rules."; null if none does. */
export async function usedByText(tx: Db, used: Used): Promise<string | null> {
  const count = rulesWith(await selectScopes(tx), used);
  return count === 0 ? null : `Used by ${count} ${count === 1 ? "rule" : "rules"}.`;
}

/** Has the rules of an organization name a tag as it is called now. Their next editor has to load them again. */
export async function renameTagInRules(tx: Db, orgId: number, names: { from: string; to: string }): Promise<void> {
  const uses = await selectScopes(tx);
  const changed = uses
    .filter(({ org_id, scope }) => org_id === orgId && usesTag(scope, names.from))
    .map(({ id, scope }) => ({ id, scope: withTagRenamed(scope, names) }));
  if (changed.length > 0) await updateScopes(tx, changed);
}
