import { defaultBrand } from "@groundcrew/shared/brand";
import { triageCount } from "@groundcrew/shared/station-errors";
import {
  clusterIndex,
  countListedStations,
  countReadiness,
  fleetStats,
  itemsIn,
  listSettings,
  mapListedStations,
  mapPoint,
  openingZoom,
  type ListSettings,
} from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { randomListSettings } from "../../../../shared/test/random-list-settings.ts";
import { RandomFleet } from "../../../test/random-fleet.ts";
import { PARTS, someChanges, stationPage, views, wholeList } from "../../../test/whole-list.ts";
import type { Board } from "../board/board.ts";
import type { View } from "../board/view.ts";
import { listPages } from "./list-pages.ts";

test("the counts are those of the whole list, whatever happens between two requests", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someChanges, { minLength: 1, maxLength: 4 }),
      views,
      randomListSettings,
      async (requests, view, chosen) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        const pages = listPages({ board, brand: defaultBrand });
        const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
        for (const changes of requests) {
          for (const [name, what] of changes) fleet.apply(name, what);
          fleet.now += 1_000;
          const counts = await pages.counts(choice);
          expect(countListedStations.replies[200].parse(counts)).toEqual(countsOf(board, view, chosen));
        }
      },
    ),
    cases(200),
  );
});

/** What a console counts of a whole list. */
function countsOf(board: Board, view: View, chosen: ListSettings) {
  const { received, matching, listed, groups } = wholeList(board, view, chosen);
  const context = { window: chosen.time, now: board.now() };
  return {
    visible: received.length,
    matching: matching.length,
    triage: triageCount(received, defaultBrand),
    stats: fleetStats(listed, context),
    readiness: countReadiness(matching),
    groups: groups.map(({ key, label, stations }) => ({
      key,
      label,
      not_ready: countReadiness(stations).not_ready,
      stats: fleetStats(stations, context),
    })),
  };
}

test("a page begins at a position, and says how many stations each group has", async () => {
  await fc.assert(
    fc.asyncProperty(
      someChanges,
      views,
      randomListSettings,
      fc.nat({ max: 12 }),
      async (changes, view, chosen, from) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        for (const [name, what] of changes) fleet.apply(name, what);
        const { groups } = wholeList(board, view, chosen);
        const expected = groups.flatMap(({ stations }) => stations.map(({ name }) => name));
        const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
        const text = await listPages({ board, brand: defaultBrand }).page(choice, { limit: 3, from, options: PARTS });
        const read = stationPage.parse(JSON.parse(text));
        expect(read.stations.map(({ name }) => name)).toEqual(expected.slice(from, from + 3));
        expect(read).toMatchObject({ from, total: expected.length });
        const sizes = groups.map(({ key, label, stations }) => ({ key, label, total: stations.length }));
        expect(read.groups).toEqual(chosen.group === "none" ? null : sizes);
      },
    ),
    cases(200),
  );
});

test("the map has the stations of the whole list", async () => {
  await fc.assert(
    fc.asyncProperty(
      someChanges,
      views,
      randomListSettings,
      fc.integer({ min: 1, max: 8 }),
      async (changes, view, chosen, zoom) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        for (const [name, what] of changes) fleet.apply(name, what);
        const { listed } = wholeList(board, view, chosen);
        const points = listed.flatMap((station) => mapPoint(station, board.now()) ?? []);
        const area: [number, number, number, number] = [-180, -80, 180, 80];
        const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
        const shown = await listPages({ board, brand: defaultBrand }).map(choice, { area, zoom });
        const { unlocated, items } = mapListedStations.replies[200].parse(shown);
        expect(unlocated).toBe(listed.length - points.length);
        expect(items.map(({ lat, lng, kind }) => ({ lat, lng, kind }))).toEqual(
          itemsIn(clusterIndex(points), area, zoom).map(({ lat, lng, kind }) => ({ lat, lng, kind })),
        );
        const inClusters = items.reduce((sum, item) => sum + (item.kind === "cluster" ? item.count : 1), 0);
        expect(inClusters).toBe(points.length);
        const whole = itemsIn(clusterIndex(points), area, zoom);
        const opening = whole.map((item) => (item.kind === "cluster" ? openingZoom(item) : undefined));
        expect(items.map((item) => (item.kind === "cluster" ? item.opens_at : undefined))).toEqual(opening);
      },
    ),
    cases(200),
  );
});

test("counts are at most a second old", async () => {
  const fleet = new RandomFleet();
  fleet.apply("gc-1", { kind: "move", orgId: 1 });
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const choice = { view: { orgId: 1, admin: false }, settings: listSettings({}) };
  const total = async () => (await pages.counts(choice)).stats.total;
  expect(await total()).toBe(1);
  fleet.apply("gc-2", { kind: "move", orgId: 1 });
  fleet.now += 999;
  expect(await total()).toBe(1);
  fleet.now += 1;
  expect(await total()).toBe(2);
});
