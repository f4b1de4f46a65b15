import { stationsView } from "../stations/index.ts";
import type { RuleScope } from "./rule.ts";

/** True if which stations a scope has depends on a site. */
export function usesSite(scope: RuleScope, siteId: number): boolean {
  if (scope.kind === "sites") return scope.site_ids.includes(siteId);
  return scope.kind === "view" && stationsView.read(scope.query).site.includes(String(siteId));
}

/** True if which stations a scope has depends on a tag. */
export function usesTag(scope: RuleScope, name: string): boolean {
  if (scope.kind === "tags") return scope.any.includes(name) || scope.not.includes(name);
  if (scope.kind !== "view") return false;
  const { tags, tagsNot } = stationsView.read(scope.query);
  return tags.includes(name) || tagsNot.includes(name);
}

/** The same scope with another name of a tag. */
export function withTagRenamed(scope: RuleScope, { from, to }: { from: string; to: string }): RuleScope {
  const renamed = (names: readonly string[]) => [...new Set(names.map((name) => (name === from ? to : name)))];
  if (scope.kind === "tags") return { ...scope, any: renamed(scope.any), not: renamed(scope.not) };
  if (scope.kind !== "view" || !usesTag(scope, from)) return scope;
  const settings = stationsView.read(scope.query);
  const query = stationsView.write({ ...settings, tags: renamed(settings.tags), tagsNot: renamed(settings.tagsNot) });
  return { ...scope, query };
}
