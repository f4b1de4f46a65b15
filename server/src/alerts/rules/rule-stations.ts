import { compileScope, type AlertRule, type RuleScope, type ScopedStation } from "@groundcrew/shared/alerts";
import type { Brand } from "@groundcrew/shared/brand";
import type { StoredRule } from "./rule-queries.ts";
import type { WatchedStations } from "../evaluation/watched-stations.ts";

type Prefix = Pick<Brand, "internal_prefix">;
type Scoped = { scope: RuleScope; org_id: number; is_provider: boolean; members: string[] | null };

/** The stations that a rule watches, by name. */
export function stationsOfRule(rule: Scoped, stations: readonly ScopedStation[], brand: Prefix): ScopedStation[] {
  return stations.filter(compileScope({ ...rule, isProvider: rule.is_provider }, brand));
}

/** All stations that rules can watch, by name. Those of one organization, or of all for null. */
export function watchableStations(watched: WatchedStations, orgId: number | null): ScopedStation[] {
  const scoped = watched.names().flatMap((name) => watched.scoped(name) ?? []);
  return scoped
    .filter(({ actual, retired, org_id }) => actual && retired === null && (orgId === null || org_id === orgId))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Rules with the numbers of the stations that they watch. A customer's rule is compared only with the stations of its organization. */
export function withStations(rules: readonly StoredRule[], watched: WatchedStations, brand: Prefix): AlertRule[] {
  const all = watchableStations(watched, null);
  const byOrganization = Map.groupBy(all, ({ org_id }) => org_id);
  return rules.map((rule) => {
    const { is_provider: isProvider, members: _, ...shown } = rule;
    const candidates = isProvider ? all : (byOrganization.get(rule.org_id) ?? []);
    return { ...shown, stations: stationsOfRule(rule, candidates, brand).length };
  });
}

/** The stations of an organization, or of all for null, that no rule of it watches for being offline. */
export function uncoveredStations(
  rules: readonly StoredRule[],
  { watched, orgId, brand }: { watched: WatchedStations; orgId: number | null; brand: Prefix },
): ScopedStation[] {
  const covers = rules
    .filter(({ enabled, condition }) => enabled && condition.kind === "offline")
    .map((rule) => compileScope({ ...rule, isProvider: rule.is_provider }, brand));
  return watchableStations(watched, orgId).filter((station) => !covers.some((watches) => watches(station)));
}
