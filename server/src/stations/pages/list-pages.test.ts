import { defaultBrand } from "@groundcrew/shared/brand";
import { listSettings } from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { randomListSettings } from "../../../../shared/test/random-list-settings.ts";
import { anyChange, RandomFleet } from "../../../test/random-fleet.ts";
import { joined, NAMES, PARTS, someChanges, stationPage, views, wholeList } from "../../../test/whole-list.ts";
import { listPages } from "./list-pages.ts";

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

test("a place that is not of this list leads to its first page", async () => {
  const fleet = new RandomFleet();
  for (const name of ["gc-1", "gc-2"]) fleet.apply(name, { kind: "move", orgId: 1 });
  const pages = listPages({ board: fleet.board, brand: defaultBrand });
  const choice = { view: { orgId: 1, admin: false }, settings: listSettings({}) };
  for (const after of ["nonsense", "", Buffer.from("[1,2]").toString("base64url")]) {
    const { stations } = stationPage.parse(JSON.parse(await pages.page(choice, { limit: 9, after, options: PARTS })));
    expect(stations).toHaveLength(2);
  }
});
