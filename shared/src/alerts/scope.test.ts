import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { defaultBrand } from "../brand.ts";
import { scopeFilters, stationsView, stationFilters, type StationFilter } from "../stations/index.ts";
import { compileScope } from "./scope.ts";

function watches(query: Record<string, string>): boolean {
  const rule = { scope: { kind: "view" as const, query, name: null }, org_id: 1, isProvider: true, members: null };
  return compileScope(rule, defaultBrand)(sampleStation({ organization_name: "Groundcrew Test" }));
}

const all = stationsView.read({ "stations-type": "" });

test("a view's filters by what changes, or by what rules never watch, do not narrow a rule", () => {
  expect(scopeFilters).toEqual(["customer"]);
});

test.each<[StationFilter, boolean]>(stationFilters.map((name) => [name, name !== "customer"]))(
  "a rule for a view with the filter %s watches an internal station: %s",
  (name, expected) => {
    expect(watches(stationsView.write({ ...all, filters: { ...all.filters, [name]: true } }))).toBe(expected);
  },
);

test("a rule for a view watches the stations of its type that its search finds", () => {
  expect(watches({ "stations-type": "global" })).toBe(false);
  expect(watches({ "stations-q": "no such station" })).toBe(false);
});
