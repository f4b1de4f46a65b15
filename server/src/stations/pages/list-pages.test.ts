import { defaultBrand } from "@groundcrew/shared/brand";
import {
  clusterIndex,
  compileFilters,
  compilePlaces,
  compileSearch,
  countListedStations,
  countReadiness,
  fleetStats,
  groupStations,
  haystackOf,
  itemsIn,
  listSettings,
  listStationPage,
  mapListedStations,
  mapPoint,
  sortStations,
  typedSearch,
  withReadiness,
  type ListSettings,
  type Station,
} from "@groundcrew/shared/stations";
import { triageCount } from "@groundcrew/shared/station-errors";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { randomListSettings } from "../../../../shared/test/random-list-settings.ts";
import { anyChange, RandomFleet } from "../../../test/random-fleet.ts";
import type { Board } from "../board/board.ts";
import { rowOf } from "../board/entry.ts";
import type { View } from "../board/view.ts";
import { listPages } from "./list-pages.ts";

const NAMES = Array.from({ length: 12 }, (_, number) => `gc-${number}`);
const PARTS = { support_metrics: true, telemetry: true, config: true, ssot: false, replaceables: false };
const page = listStationPage.replies[200];

const views = fc.constantFrom<View[]>(
  { orgId: null, admin: true },
  { orgId: null, admin: false },
  { orgId: 1, admin: false },
);
const someChanges = fc.array(fc.tuple(fc.constantFrom(...NAMES), anyChange), { minLength: 5, maxLength: 40 });

/** A caller's whole list as the console shows it: its stations as the server sends them, sorted, filtered, searched and grouped there. */
function wholeList(board: Board, view: View, chosen: ListSettings) {
  const context = { now: board.now(), brand: defaultBrand };
  const rows = board.list({ ...view, withRetired: chosen.filters.retired });
  const received = rows.map(({ entry }): Station => JSON.parse(rowOf(entry, PARTS, view.admin)));
  const isFound = compileSearch(typedSearch(chosen.q));
  const matching = sortStations(received, { ...chosen, now: context.now })
    .filter(compileFilters(chosen, context))
    .filter((station) => typedSearch(chosen.q) === "" || isFound(haystackOf(station)))
    .filter(compilePlaces(chosen));
  const listed = withReadiness(matching, chosen.ready);
  return { received, matching, listed, groups: groupStations(listed, chosen.group) };
}

type Paged = { pages: ReturnType<typeof listPages>; view: View; chosen: ListSettings; limit: number };

/** The names on all pages. Calls `between` after each page. */
async function joined({ pages, view, chosen, limit }: Paged, between = () => {}): Promise<string[]> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const choice = { view: { ...view, withRetired: chosen.filters.retired }, settings: chosen };
    const { stations, next } = page.parse(JSON.parse(await pages.page(choice, { limit, after, options: PARTS })));
    names.push(...stations.map(({ name }) => name));
    after = next ?? undefined;
    between();
  } while (after !== undefined);
  return names;
}

test("the pages of a list are together what the console makes of the whole list, whatever happens between two visits", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someChanges, { minLength: 1, maxLength: 4 }),
      views,
      randomListSettings,
      fc.integer({ min: 1, max: 5 }),
      async (visits, view, chosen, limit) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        for (const name of NAMES) fleet.apply(name, { kind: "move", orgId: 1 });
        const pages = listPages({ board, brand: defaultBrand });
        for (const changes of visits) {
          for (const [name, what] of changes) fleet.apply(name, what);
          const expected = wholeList(board, view, chosen).groups.flatMap(({ stations }) =>
            stations.map(({ name }) => name),
          );
          expect(await joined({ pages, view, chosen, limit })).toEqual(expected);
        }
      },
    ),
    cases(300),
  );
});

test("stations that stay where they are come once, while others move between two pages", async () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...NAMES.slice(6)), anyChange), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      someChanges,
      fc.array(moves, { maxLength: 6 }),
      views,
      randomListSettings,
      async (before, meanwhile, view, chosen) => {
        const fleet = new RandomFleet();
        const { board } = fleet;
        for (const name of NAMES) fleet.apply(name, { kind: "move", orgId: 1 });
        for (const [name, what] of before) fleet.apply(name, what);
        const staying = () =>
          wholeList(board, view, chosen)
            .listed.map(({ name }) => name)
            .filter((name) => NAMES.indexOf(name) < 6);
        const expected = staying();
        const remaining = [...meanwhile];
        const pages = listPages({ board, brand: defaultBrand });
        const names = await joined({ pages, view, chosen, limit: 2 }, () => {
          // The time would move stations that stay.
          for (const [name, what] of remaining.shift() ?? []) if (what.kind !== "wait") fleet.apply(name, what);
        });
        expect(names.filter((name) => NAMES.indexOf(name) < 6).toSorted()).toEqual(expected.toSorted());
      },
    ),
    cases(200),
  );
});

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
        const read = page.parse(JSON.parse(text));
        expect(read.stations.map(({ name }) => name)).toEqual(expected.slice(from, from + 3));
        expect(read).toMatchObject({ from, total: expected.length });
        const sizes = groups.map(({ key, label, stations }) => ({ key, label, total: stations.length }));
        expect(read.groups).toEqual(chosen.group === "none" ? null : sizes);
      },
    ),
    cases(200),
  );
});

test("a retired station that moves to another organization leaves the lists of the one before", async () => {
  const fleet = new RandomFleet();
  fleet.apply("gc-1", { kind: "move", orgId: 1 });
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const chosen = listSettings({ filters: ["retired"] });
  const names = () => joined({ pages, view: { orgId: 1, admin: false }, chosen, limit: 2 });
  fleet.retire("gc-1");
  expect(await names()).toEqual(["gc-1"]);
  fleet.apply("gc-1", { kind: "move", orgId: 2 });
  expect(await names()).toEqual([]);
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
      },
    ),
    cases(200),
  );
});

const NEVER = { linked: false, last_active: null, last_swapped: null, last_online: null };
const NOTHING = {
  firmware_version: [],
  status: { internal_temperature: 1, station_uptime: 1, gps_location: null, location: null },
};

/** Stations in the default order, of which the first two have more swaps. */
function reportingFleet() {
  const fleet = new RandomFleet();
  for (const [name, swaps_performed] of [
    ["gc-1", 2],
    ["gc-2", 1],
    ["gc-3", 0],
  ] as const) {
    fleet.apply(name, { kind: "state", state: { ...NEVER, swaps_performed }, summary: NOTHING });
  }
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const names = (query: Parameters<typeof listSettings>[0] = {}) =>
    joined({ pages, view: { orgId: 1, admin: false }, chosen: listSettings(query), limit: 2 });
  return {
    fleet,
    names,
    report: (name: string, temperature = 1) => fleet.apply(name, { kind: "report", temperature }),
  };
}

test("a station that is silent for two minutes moves, although nothing about it changes", async () => {
  const { fleet, names, report } = reportingFleet();
  report("gc-1");
  fleet.now += 60_000;
  report("gc-2");
  expect(await names()).toEqual(["gc-1", "gc-2", "gc-3"]);
  fleet.now += 60_000;
  expect(await names()).toEqual(["gc-1", "gc-2", "gc-3"]);
  fleet.now += 1;
  expect(await names()).toEqual(["gc-2", "gc-1", "gc-3"]);
});

test("a station that was silent moves with its next report, and with a temperature in its order", async () => {
  const { fleet, names, report } = reportingFleet();
  for (const name of ["gc-1", "gc-2", "gc-3"]) report(name);
  fleet.now += 130_000;
  report("gc-3");
  expect(await names()).toEqual(["gc-3", "gc-1", "gc-2"]);
  expect(await names({ sort: "temperature" })).toEqual(["gc-1", "gc-2", "gc-3"]);
  report("gc-2", 2);
  expect(await names()).toEqual(["gc-2", "gc-3", "gc-1"]);
  expect(await names({ sort: "temperature" })).toEqual(["gc-2", "gc-1", "gc-3"]);
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

test("a place that is not of this list leads to its first page", async () => {
  const fleet = new RandomFleet();
  for (const name of ["gc-1", "gc-2"]) fleet.apply(name, { kind: "move", orgId: 1 });
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const choice = { view: { orgId: 1, admin: false }, settings: listSettings({}) };
  for (const after of ["nonsense", "", Buffer.from("[1,2]").toString("base64url")]) {
    const { stations } = page.parse(JSON.parse(await pages.page(choice, { limit: 9, after, options: PARTS })));
    expect(stations).toHaveLength(2);
  }
});
