import { defaultBrand } from "@groundcrew/shared/brand";
import {
  keyComparison,
  listSettings,
  stationFilters,
  stationGroup,
  viewColumns,
  type ListSettings,
  type SortKey,
} from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { anyChange, RandomFleet } from "../../../test/random-fleet.ts";
import { NAMES, PARTS, stationPage, views, wholeList } from "../../../test/whole-list.ts";
import type { View } from "../board/view.ts";
import { listPages } from "./list-pages.ts";

const reading = fc.option(fc.nat({ max: 2 }), { nil: null, freq: 3 });
const newReadings = fc.record({ internal_temperature: reading, station_uptime: reading }).map((readings) => ({
  kind: "state" as const,
  state: {
    linked: false,
    last_active: "2026-03-01T11:00:00.000Z",
    last_swapped: null,
    last_online: null,
    swaps_performed: 1,
  },
  summary: { firmware_version: [], status: { ...readings, gps_location: null, location: null } },
}));
const change = fc.tuple(
  fc.constantFrom(...NAMES),
  fc.oneof({ weight: 6, arbitrary: newReadings }, { weight: 1, arbitrary: anyChange }),
);
const settings = fc
  .record({
    sort: fc.constantFrom("temperature" as const, "uptime" as const),
    direction: fc.constantFrom("ascending" as const, "descending" as const),
    group: fc.constantFrom(...stationGroup.options),
    filters: fc.subarray([...stationFilters], { maxLength: 2 }),
    time: fc.constantFrom("day" as const, "week" as const),
    q: fc.constantFrom("", "", "!pier"),
  })
  .map(listSettings);

test("a page by a reading has the stations of the whole list after the page before, whatever they report between two pages", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 30 }), { minLength: 2, maxLength: 6 }),
      views,
      settings,
      fc.integer({ min: 1, max: 5 }),
      async (changes, view, chosen, limit) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        for (const name of NAMES) fleet.apply(name, { kind: "move", orgId: 1 });
        const pages = listPages({ board, brand: defaultBrand });
        const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
        const read = async (place: { after?: string | undefined; from?: number }) =>
          stationPage.parse(JSON.parse(await pages.page(choice, { limit, ...place, options: PARTS })));
        const compare = keyComparison(viewColumns(chosen, 0), chosen.sortInvert);
        let before: SortKey | undefined;
        let after: string | undefined;
        for (const some of changes) {
          for (const [name, what] of some) fleet.apply(name, what);
          const keys = wholeKeys(fleet, view, chosen);
          const start = keys.filter((key) => before && compare(key, before) <= 0).length;
          const page = await read({ after });
          expect(namesOf(page.stations)).toEqual(namesOf(keys.slice(start, start + limit)));
          expect(page).toMatchObject({ from: start, total: keys.length });
          expect(namesOf((await read({ from: 2 })).stations)).toEqual(namesOf(keys.slice(2, 2 + limit)));
          after = page.next ?? undefined;
          before = after === undefined ? undefined : keys[start + limit - 1];
        }
      },
    ),
    cases(300),
  );
});

/** The keys of the stations of a whole list, in its order. */
function wholeKeys({ board }: RandomFleet, view: View, chosen: ListSettings): SortKey[] {
  const columns = viewColumns(chosen, 0);
  return wholeList(board, view, chosen).groups.flatMap(({ stations }) =>
    stations.map((station) => ({ values: columns.map(({ value }) => value(station)), name: station.name })),
  );
}

function namesOf(named: readonly { name: string }[]): string[] {
  return named.map(({ name }) => name);
}
