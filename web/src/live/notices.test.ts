import { liveTopic, type LiveNotice } from "@groundcrew/shared/live";
import { hashKey, type QueryKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryKeys } from "../api/index.ts";
import { keysFor } from "./notices.ts";

const A = "gc-000000000001";
const B = "gc-000000000002";

/** Whether a notice makes a query be requested again. */
function concerns(notice: LiveNotice, query: QueryKey): boolean {
  return keysFor(notice).some((key) => hashKey(query.slice(0, key.length)) === hashKey(key));
}

const about = (topic: LiveNotice["topic"]) => (name: string) => ({ topic, station: name });

test.each<[LiveNotice["topic"], (name: string) => QueryKey]>([
  ["station", queryKeys.station],
  ["station", queryKeys.snapshot],
  ["cameras", queryKeys.cameras],
  ["cameras", (name) => queryKeys.cameraImages.forCamera(name, "Front")],
  ["configs", queryKeys.configs.forStation],
  ["ssot", queryKeys.stationEntries],
  ["ssot", (name) => queryKeys.ssotHistory(name, "2026-01-01T12:00:00.000Z")],
  ["errors", queryKeys.stationErrors.log],
  ["errors", queryKeys.stationErrors.latest],
  ["errors", (name) => queryKeys.stationErrors.triage(name, "all")],
  ["errors", (name) => queryKeys.minuteErrors(name, "12:00")],
  ["support_log", queryKeys.supportLog.forStation],
])("a notice of %s concerns the queries about its station, or about all", (topic, queryOf) => {
  const notice = about(topic);
  expect(concerns(notice(A), queryOf(A))).toBe(true);
  expect(concerns(notice(A), queryOf(B))).toBe(false);
  expect(concerns({ topic, station: null }, queryOf(A))).toBe(true);
});

test.each<[LiveNotice["topic"], QueryKey]>([
  ["errors", queryKeys.stationErrors.forEntry(7)],
  ["error_groups", queryKeys.errorGroups.list({})],
  ["error_groups", queryKeys.errorGroups.part(118, "stations")],
  ["ownership", queryKeys.errorGroups.one(118)],
  ["ownership", queryKeys.ownership.stations],
  ["support_log", queryKeys.supportLog.since("all")],
  ["support_log", queryKeys.stationErrors.forEntry(7)],
  ["tags", queryKeys.supportLog.tags],
  ["organizations", queryKeys.organizations.counted],
  ["users", queryKeys.users(7)],
  ["api_keys", queryKeys.apiKeys(7)],
  ["link", queryKeys.broker],
  ["link", queryKeys.linkIssues("rejected")],
])("a notice of %s concerns queries about the whole fleet", (topic, query) => {
  expect(concerns({ topic, station: null }, query)).toBe(true);
  expect(concerns({ topic, station: A }, query)).toBe(true);
});

test("no notice concerns a list of stations, the session or the console's settings", () => {
  const others = [
    queryKeys.stations.list("user@harbor.example", ""),
    queryKeys.session.current,
    queryKeys.console,
    queryKeys.stationTypes,
    queryKeys.configs.older("atlas"),
  ];
  for (const topic of liveTopic.options) {
    for (const station of [null, A]) {
      expect(others.filter((query) => concerns({ topic, station }, query))).toEqual([]);
    }
  }
});

test("a notice about the users of the installation does not concern a station", () => {
  expect(concerns({ topic: "users", station: null }, queryKeys.station(A))).toBe(false);
  expect(concerns({ topic: "errors", station: null }, queryKeys.supportLog.forStation(A))).toBe(false);
});
