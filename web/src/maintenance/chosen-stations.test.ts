import { sitesOf } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { countProblem, othersOfSites, startableStations } from "./chosen-stations.ts";

const now = new Date(2026, 10, 21, 14, 18).getTime();
const until = new Date(2026, 10, 21, 16).toISOString();
const maintenance = { id: 1, by: "Ana Ruiz", why: "Belt", from: until, until };
const idle = sampleStation({ name: "gc-00000000000a", serial_number: "Atlas 0001" });
const busy = sampleStation({ name: "gc-00000000000b", serial_number: "Atlas 0002", maintenance });
const retired = sampleStation({ name: "gc-00000000000c", serial_number: "Atlas 0003", retired: until });

test.each([
  [[idle], false, 1, null],
  [[idle, busy], false, 1, "Atlas 0002 is left out: it is already in maintenance until 16:00."],
  [[idle, busy], true, 2, null],
  [[retired], true, 0, "Atlas 0003 is left out: it is out of service."],
  [[idle, busy, retired], false, 1, "2 stations are left out: 1 already in maintenance, 1 out of service."],
] as const)("of %# stations, those in service and in no maintenance are started", (stations, isLater, count, text) => {
  const { startable, leftOut } = startableStations(stations, { isLater, now });
  expect(startable).toHaveLength(count);
  expect(leftOut).toBe(text);
});

test.each([
  [0, "Add a station that can be put into maintenance."],
  [1, null],
  [500, null],
  [503, "At most 500 stations at once. Remove 3."],
])("%i stations: %s", (count, problem) => expect(countProblem(count)).toBe(problem));

test("the others at a site are those of the same organization within 500 m", () => {
  const at = (name: string, lat: number, org_id = 1) =>
    sampleStation({ name, org_id, location: { lat, lng: 10, street_address: null } });
  const stations = [at("gc-1", 60), at("gc-2", 60.004), at("gc-3", 60.006), at("gc-4", 60, 2)];
  expect(othersOfSites(["gc-1"], sitesOf(stations))).toEqual(["gc-2"]);
  expect(othersOfSites(["gc-1", "gc-2"], sitesOf(stations))).toEqual([]);
});
