import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../test/property-runs.ts";
import { randomListSettings } from "../../../test/random-list-settings.ts";
import { listQuery, listQueryOf, listSettings } from "./pages-api.ts";
import { mapListedStations } from "./totals-api.ts";

test("the query of a list is read as its settings", () => {
  fc.assert(
    fc.property(randomListSettings, (settings) => {
      expect(listSettings(listQuery.parse(listQueryOf(settings)))).toEqual(settings);
    }),
    cases(300),
  );
});

test("a direction reverses a sort only if it is not the usual one", () => {
  const isInverted = (query: Parameters<typeof listSettings>[0]) => listSettings(query).sortInvert;
  expect(
    [{ sort: "swaps" }, { sort: "swaps", direction: "descending" }].map((query) => isInverted(listQuery.parse(query))),
  ).toEqual([false, false]);
  expect(isInverted({ sort: "serial_number", direction: "descending" })).toBe(true);
});

test.each(["1,2,3", "1,2,3,x", "1,2,3,", "1,2,3,4,5"])("%j is no area", (area) => {
  expect(mapListedStations.query.safeParse({ zoom: "2", area }).success).toBe(false);
});
