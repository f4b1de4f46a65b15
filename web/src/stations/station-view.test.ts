import { expect, test } from "vitest";
import { defaultBrand } from "@groundcrew/shared/brand";
import { defaultViewSettings, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { sortedStations, viewOf } from "./station-view.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");

const stations = [
  sampleStation({ name: "gc-aaaaaaaaaaaa", serial_number: "Atlas 0001", last_active: "2026-03-01T11:49:00.000Z" }),
  sampleStation({ name: "gc-bbbbbbbbbbbb", serial_number: "Atlas 0002", last_active: "2026-03-01T11:59:30.000Z" }),
  sampleStation({ name: "gc-cccccccccccc", serial_number: "Uni-0003", station_type: "universal" }),
  sampleStation({ name: "gc-dddddddddddd", serial_number: "Atlas 0004", actual: false }),
];

function names(of: Partial<ViewSettings>): string[] {
  return view(of, stations).groups.flatMap((group) => group.stations.map(({ serial_number }) => serial_number));
}

function view(of: Partial<ViewSettings>, among: readonly Station[]) {
  const settings = { ...defaultViewSettings, ...of };
  const sorted = sortedStations(among, { ...settings, now });
  return viewOf(sorted, settings, { now, brand: defaultBrand });
}

test("the list opens with actual atlas stations, the most recently active first", () => {
  expect(names({})).toEqual(["Atlas 0002", "Atlas 0001"]);
});

test("search narrows the list, and a separator at the end waits for its term", () => {
  expect(names({ search: "0001" })).toEqual(["Atlas 0001"]);
  expect(names({ search: "0001 |" })).toEqual(["Atlas 0001"]);
  expect(names({ search: "0001 | 0002" })).toEqual(["Atlas 0002", "Atlas 0001"]);
});

test("the numbers count the filtered stations", () => {
  const { stats } = view({ stationType: null }, stations);
  expect(stats).toMatchObject({ total: 3, active: 1, online: 0, error: 0 });
});

test("groups say how many of their stations are online and have errors", () => {
  const support_metrics = { errors_unresolved: 2, error_latest: null };
  const among = [
    sampleStation({ name: "gc-a", organization_name: "A", last_online_status: true, support_metrics }),
    sampleStation({ name: "gc-b", organization_name: "A" }),
  ];
  expect(view({ group: "organization" }, among).groups).toMatchObject([{ label: "A", online: 1, withErrors: 1 }]);
});
