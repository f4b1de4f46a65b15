import { usesSite, usesTag, withTagRenamed, type RuleScope } from "@groundcrew/shared/alerts";
import type { Db } from "../../platform/db/index.ts";
import { selectScopes, updateScopes } from "./rule-queries.ts";

/** The scope of a rule that may be for sites or tags, and the rule's organization. */
export type RuleUse = { id: number; org_id: number; is_provider: boolean; scope: RuleScope };

/** A site, or a tag of an organization. */
type Used = { site: { id: number; org_id: number } } | { tag: { name: string; org_id: number } };

/** How many rules watch stations by a site or a tag: those of its organization, and of the provider, whose rules watch any station. */
export function rulesWith(uses: readonly RuleUse[], used: Used): number {
  return uses.filter(({ scope, org_id, is_provider: isProvider }) => {
    if ("site" in used) return (isProvider || org_id === used.site.org_id) && usesSite(scope, used.site.id);
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
