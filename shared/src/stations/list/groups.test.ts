import * as fc from "fast-check";
import { expect, test } from "vitest";
import { groupStations, availableGroups, stationGroupLabels } from "./groups.ts";
import { sampleStation } from "../../../test/sample-station.ts";
import { stationGroup } from "./view-settings.ts";

const support = (urgent: number, needsAction: number, pending: number) => ({
  support_metrics: {
    errors_unresolved: 0,
    error_latest: null,
    supportlog: { incident_pending_urgent: urgent, incident_needs_action: needsAction, incident_pending: pending },
  },
});
const labels = (groups: { label: string }[]) => groups.map((group) => group.label);

test("organizations are sorted from A to Z", () => {
  const stations = ["Zeta", "alpha", "Beta 10", "Beta 9"].map((organization_name) =>
    sampleStation({ organization_name }),
  );
  expect(labels(groupStations(stations, "organization"))).toEqual(["alpha", "Beta 9", "Beta 10", "Zeta"]);
});

test("sites are sorted from A to Z, two with the same name apart, and stations without one come last", () => {
  const sites = [
    [4, "Zeta"],
    [9, "Doca"],
    [2, "Doca"],
  ] as const;
  const stations = [{}, ...sites.map(([site_id, site_name]) => ({ site_id, site_name }))].map(sampleStation);
  expect(labels(groupStations(stations, "site"))).toEqual(["Doca", "Doca", "Zeta", "No site"]);
});

test("a station is in one group of all its tags", () => {
  const stations = [["beta"], ["beta", "coastal"], undefined].map((tags) => sampleStation(tags ? { tags } : {}));
  expect(labels(groupStations(stations, "tags"))).toEqual(["beta", "beta, coastal", "No tags"]);
});

test("versions are sorted from newest to oldest, unknown ones last", () => {
  const stations = ["1.9", "", "1.10"].map((version_api) => sampleStation({ version_api }));
  expect(labels(groupStations(stations, "api_version"))).toEqual(["1.10", "1.9", "Unknown"]);
  expect(labels(groupStations(stations, "firmware_version"))).toEqual(["Unknown"]);
});

test("support is sorted by urgency", () => {
  const stations = [support(0, 0, 0), support(0, 10, 0), support(0, 9, 2), support(1, 0, 0), {}].map(sampleStation);
  expect(labels(groupStations(stations, "support"))).toEqual([
    "Pending (Urgent): 1",
    "Needs Action: 10",
    "Needs Action: 9, Pending: 2",
    "No open incidents",
    "Unknown",
  ]);
});

test("no grouping is one group without a heading", () => {
  const stations = [sampleStation({ name: "gc-b" }), sampleStation({ name: "gc-a" })];
  expect(groupStations(stations, "none")).toEqual([{ key: "", label: "", stations }]);
  expect(groupStations([], "none")).toEqual([]);
});

// @spec 48.1
test("every station is in exactly one group, in its original order", () => {
  const station = fc
    .tuple(fc.constantFrom("a", "B", ""), fc.constantFrom("1.1", "", "1.01"))
    .map(([organization_name, version_api]) => sampleStation({ organization_name, version_api }));
  fc.assert(
    fc.property(fc.array(station), fc.constantFrom(...stationGroup.options), (stations, group) => {
      const groups = groupStations(stations, group);
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      expect(groups.flatMap((group) => group.stations).length).toBe(stations.length);
      for (const { stations: some } of groups) expect(some).toEqual(stations.filter((group) => some.includes(group)));
    }),
  );
});

// @spec 46.2, 313.1
test("the Group menu offers the specification's groups in its order", () => {
  const offered = stationGroup.options.map((group) => stationGroupLabels[group]);
  expect(offered).toEqual([
    "None",
    "Organization",
    "Support",
    "API Version",
    "Firmware Version",
    "Readiness",
    "Main Reason",
    "Site",
    "Tags",
  ]);
});

test("only admins can group by support", () => {
  expect(availableGroups({ can_admin: true })).toEqual(stationGroup.options);
  expect(availableGroups({ can_admin: false })).toEqual([
    "none",
    "organization",
    "api_version",
    "firmware_version",
    "readiness",
    "reason",
    "site",
    "tags",
  ]);
});
