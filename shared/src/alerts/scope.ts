import type { Brand } from "../brand.ts";
import {
  compileFilters,
  compilePlaces,
  compileSearch,
  haystackOf,
  scopeFilters,
  stationsView,
  type ScopeFilterField,
  type Station,
} from "../stations/index.ts";
import type { RuleScope } from "./rule.ts";

/** A station, as far as it determines which rules watch it. */
export type ScopedStation = Pick<
  Station,
  | "name"
  | "serial_number"
  | "description"
  | "station_type"
  | "org_id"
  | "location_deployment"
  | "actual"
  | "retired"
  | "site_id"
  | "site_name"
  | "tags"
  | ScopeFilterField
> & {
  /** With the tags of the provider if it has some, which only the provider's rules use. */
  forAdmins?: Pick<Station, "tags">;
};

type ScopedRule = {
  scope: RuleScope;
  org_id: number;
  /** True if the rule's organization is the provider, whose rules can watch every station. */
  isProvider: boolean;
  /** The only stations that it can watch; null for all. */
  members: readonly string[] | null;
};

/**
 * Compiles which stations a rule watches. A customer's rule never leaves the organization, and nobody's rule watches mocked or retired
 * stations.
 */
export function compileScope(
  { scope, org_id, isProvider, members }: ScopedRule,
  brand: Pick<Brand, "internal_prefix">,
): (station: ScopedStation) => boolean {
  const isInScope = compiled(scope, { brand, tagsOf: isProvider ? tagsForProvider : ({ tags }) => tags });
  const only = members === null ? null : new Set(members);
  return (station) =>
    station.actual &&
    station.retired === null &&
    (isProvider || station.org_id === org_id) &&
    (only === null || only.has(station.name)) &&
    isInScope(station);
}

function tagsForProvider({ tags, forAdmins }: ScopedStation): Station["tags"] {
  return (forAdmins ?? { tags }).tags;
}

type Context = { brand: Pick<Brand, "internal_prefix">; tagsOf: (station: ScopedStation) => Station["tags"] };

function compiled(scope: RuleScope, context: Context): (station: ScopedStation) => boolean {
  switch (scope.kind) {
    case "all":
      return () => true;
    case "organizations": {
      const ids = new Set(scope.org_ids);
      return ({ org_id }) => ids.has(org_id);
    }
    case "types": {
      const types = new Set<string>(scope.station_types);
      return ({ station_type }) => types.has(station_type);
    }
    case "stations": {
      const names = new Set(scope.names);
      return ({ name }) => names.has(name);
    }
    case "view":
      return compileView(scope.query, context);
    case "sites": {
      const ids = new Set(scope.site_ids);
      return ({ site_id }) => site_id !== undefined && ids.has(site_id);
    }
    case "tags":
      return compilePlaces({ site: [], tags: scope.any, tagsNot: scope.not }, context.tagsOf);
  }
}

function compileView(query: Readonly<Record<string, string>>, { brand, tagsOf }: Context) {
  const settings = stationsView.read(query);
  const passes = compileFilters(settings, { now: 0, brand }, scopeFilters);
  const isThere = compilePlaces(settings, tagsOf);
  const isFound = compileSearch(settings.q);
  return (station: ScopedStation): boolean => passes(station) && isThere(station) && isFound(haystackOf(station));
}
