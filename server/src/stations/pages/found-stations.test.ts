import { defaultBrand } from "@groundcrew/shared/brand";
import { bestStations, haystackOf, isInside, mapPoint, typedSearch, type Box } from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { randomListSettings } from "../../../../shared/test/random-list-settings.ts";
import { RandomFleet } from "../../../test/random-fleet.ts";
import { NAMES, PARTS, someChanges, stationPage, views, wholeList } from "../../../test/whole-list.ts";
import { listPages } from "./list-pages.ts";

const asked = fc.tuple(someChanges, views, randomListSettings);

/** A fleet after some changes, and what its list has: as the console makes it of the whole list, and in pages. */
function listsOf([changes, ofCaller, chosen]: typeof asked extends fc.Arbitrary<infer T> ? T : never) {
  const fleet = new RandomFleet();
  for (const name of NAMES) fleet.apply(name, { kind: "move", orgId: 1 });
  for (const [name, what] of changes) fleet.apply(name, what);
  const view = { ...ofCaller, withRetired: chosen.filters.retired };
  const choice = { view, settings: chosen };
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const { listed, groups } = wholeList(fleet.board, view, chosen);
  const inOrder = groups.flatMap(({ stations }) => stations);
  return { choice, pages, listed, inOrder, now: fleet.board.now() };
}

function read(json: string) {
  const { stations, ...rest } = stationPage.parse(JSON.parse(json));
  return { names: stations.map(({ name }) => name), ...rest };
}

const namesOf = (stations: readonly { name: string }[]) => stations.map(({ name }) => name);

test("named stations are those of the whole list, in its order", async () => {
  const names = fc.array(fc.constantFrom(...NAMES, "gc-unknown"), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(asked, names, async (lists, wanted) => {
      const { choice, pages, inOrder } = listsOf(lists);
      const expected = namesOf(inOrder).filter((name) => wanted.includes(name));
      const found = read(await pages.few(choice, { limit: 200, names: wanted, options: PARTS }));
      expect(found).toMatchObject({ names: expected, total: expected.length, next: null });
    }),
    cases(200),
  );
});

test("the best of a search are those that the console finds in the whole list", async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 5 }), async (lists, count) => {
      const { choice, pages, listed } = listsOf(lists);
      const query = typedSearch(choice.settings.q);
      const best = bestStations(listed, { query, textOf: (station) => haystackOf(station).rest, count });
      const found = read(await pages.few(choice, { limit: count, options: PARTS }));
      const texts = (names: readonly string[]) =>
        names.map((name) => listed.filter((one) => one.name === name).map((one) => haystackOf(one).rest));
      expect(found.total).toBe(listed.length);
      // Stations with the same texts are equally good.
      expect(texts(found.names)).toEqual(texts(namesOf(best)));
    }),
    cases(200),
  );
});

test("the rows below the map are those that the console finds in an area, in the order of the list", async () => {
  const edge = fc.integer({ min: -90, max: 90 });
  await fc.assert(
    fc.asyncProperty(asked, fc.tuple(edge, edge, edge, edge), async (lists, [a, b, c, d]) => {
      const { choice, pages, inOrder, now } = listsOf(lists);
      const within: Box = [Math.min(a, b) * 2, Math.min(c, d), Math.max(a, b) * 2, Math.max(c, d)];
      const expected = inOrder.filter((station) => {
        const point = mapPoint(station, now);
        return point !== null && isInside(point, within);
      });
      const request = { limit: 5, within, options: PARTS };
      const found = read(await pages.page(choice, request));
      expect(found).toMatchObject({ names: namesOf(expected.slice(0, 5)), total: expected.length });
      const rest = found.next === null ? [] : read(await pages.page(choice, { ...request, after: found.next })).names;
      expect(rest).toEqual(namesOf(expected.slice(5, 10)));
    }),
    cases(200),
  );
});
