import { stationsView } from "../stations/index.ts";
import type { RuleScope } from "./rule.ts";

/** True if which stations a scope has depends on a site. */
export function usesSite(scope: RuleScope, siteId: number): boolean {
  if (scope.kind === "sites") return scope.site_ids.includes(siteId);
  return scope.kind === "view" && stationsView.read(scope.query).site.includes(String(siteId));
}

/** True if which stations a scope has depends on a tag. */
export function usesTag(scope: RuleScope, name: string): boolean {
  const { any, not } = tagsOf(scope);
  return any.includes(name) || not.includes(name);
}

/** The names of a tag before and now. The scope `keeps` the one before as well if there are other tags with it. */
export type TagNames = { from: string; to: string; keeps?: boolean };

/** The same scope with another name of a tag. */
export function withTagRenamed(scope: RuleScope, { from, to, keeps = false }: TagNames): RuleScope {
  const instead = keeps ? [from, to] : [to];
  const renamed = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => (name === from ? instead : [name]))),
  ];
  if (scope.kind === "tags") return { ...scope, any: renamed(scope.any), not: renamed(scope.not) };
  if (scope.kind !== "view" || !usesTag(scope, from)) return scope;
  const settings = stationsView.read(scope.query);
  const query = stationsView.write({ ...settings, tags: renamed(settings.tags), tagsNot: renamed(settings.tagsNot) });
  return { ...scope, query };
}

/** True if a scope both asks for a tag and leaves out the stations with it. */
export function contradictsItself(scope: RuleScope): boolean {
  const { any, not } = tagsOf(scope);
  return any.some((name) => not.includes(name));
}

function tagsOf(scope: RuleScope): { any: readonly string[]; not: readonly string[] } {
  if (scope.kind === "tags") return scope;
  if (scope.kind !== "view") return { any: [], not: [] };
  const { tags: any, tagsNot: not } = stationsView.read(scope.query);
  return { any, not };
}
