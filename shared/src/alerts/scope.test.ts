import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { defaultBrand } from "../brand.ts";
import { stationsView, stationFilters, type StationFilter } from "../stations/index.ts";
import { compileScope } from "./scope.ts";

function watches(query: Record<string, string>): boolean {
  const rule = { scope: { kind: "view" as const, query, name: null }, org_id: 1, isProvider: true, members: null };
  return compileScope(rule, defaultBrand)(sampleStation({ organization_name: "Groundcrew Test" }));
}

const all = stationsView.read({ "stations-type": "" });

test.each<[StationFilter, boolean]>(stationFilters.map((name) => [name, name !== "customer"]))(
  "a rule for a view with the filter %s watches an internal station: %s",
  (name, expected) => {
    // The filters that depend on what changes, such as errors and the link, do not narrow what a rule watches.
    expect(watches(stationsView.write({ ...all, filters: { ...all.filters, [name]: true } }))).toBe(expected);
  },
);

test("a rule for a view watches the stations of its type that its search finds", () => {
  expect(watches({ "stations-type": "global" })).toBe(false);
  expect(watches({ "stations-q": "no such station" })).toBe(false);
});
