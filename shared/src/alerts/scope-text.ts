import { stationTypeLabels } from "../telemetry/index.ts";
import type { RuleScope } from "./rule.ts";

/** Where a rule applies: `All stations`, `Skyline Logistics, Meridian Energy`. An organization without a name is described by its number. */
export function scopeText(scope: RuleScope, organizations: ReadonlyMap<number, string>): string {
  switch (scope.kind) {
    case "all":
      return "All stations";
    case "organizations":
      return scope.org_ids.map((id) => organizations.get(id) ?? `Organization ${id}`).join(", ");
    case "types":
      return `Type ${scope.station_types.map((type) => stationTypeLabels[type]).join(", ")}`;
    case "view":
      return scope.name === null ? "A view of the list" : `View “${scope.name}”`;
    case "sites":
      return scope.site_ids.length === 1 ? "1 site" : `${scope.site_ids.length} sites`;
    case "tags":
      return tagsText(scope);
    case "stations":
      return scope.names.length === 1 ? "1 named station" : `${scope.names.length} named stations`;
  }
}

/** `Tagged beta or coastal, not crane-nearby`. */
function tagsText({ any, not }: Extract<RuleScope, { kind: "tags" }>): string {
  const without = not.length === 0 ? [] : [`${any.length === 0 ? "Not tagged" : "not"} ${not.join(" or ")}`];
  return [...(any.length === 0 ? [] : [`Tagged ${any.join(" or ")}`]), ...without].join(", ");
}
