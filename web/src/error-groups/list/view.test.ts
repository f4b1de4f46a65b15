import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { groupsQuery } from "../groups-query.ts";
import { filterCount, groupsView, groupsViewQuery, isNarrowed, listQuery } from "./view.ts";

const NOW = Date.parse("2026-05-08T12:00:30.000Z");
const full = {
  "tg-state": "new",
  "tg-sort": "stations",
  "tg-type": "atlas",
  "tg-org": "2",
  "tg-job": "charge",
  "tg-fw": "1.4.3",
  "tg-q": "slot",
  "tg-t": "week",
  own: "mine",
} as const;

test("an address keeps every setting that differs from the default, and nothing else", () => {
  expect(groupsViewQuery(groupsView({}))).toEqual({});
  expect(groupsViewQuery(groupsView(full))).toEqual(full);
  expect(groupsViewQuery(groupsView({ "tg-tab": "archived", "tg-state": "new" }))).toEqual({ "tg-tab": "archived" });
});

test("invalid values of an address are ignored", () => {
  const query = groupsQuery({ "tg-tab": "lost", "tg-org": "x", "tg-sort": 5, "tg-t": "hour", other: "1" });
  expect(query).toEqual({ "tg-tab": "lost", "tg-org": "x", "tg-t": "hour" });
  expect(groupsViewQuery(groupsView(query))).toEqual({});
});

test("the server filters by the same settings, and by a start in whole minutes", () => {
  expect(listQuery(groupsView(full), { includeAll: true, now: NOW })).toEqual({
    tab: "open",
    sort: "stations",
    own: "mine",
    state: "new",
    station_type: "atlas",
    org_id: 2,
    job_type: "charge",
    firmware: "1.4.3",
    q: "slot",
    seen_after: new Date(NOW - 7 * DAY_MS - 30_000).toISOString(),
    include_all: true,
  });
  expect(listQuery(groupsView({}), { includeAll: false, now: NOW })).toEqual({ tab: "open", sort: "urgency" });
});

test("the number of filters leaves out the search and the time, which also hide groups", () => {
  expect(filterCount(groupsView(full))).toBe(6);
  expect(filterCount(groupsView({ "tg-q": "slot", "tg-t": "day" }))).toBe(0);
  expect(isNarrowed(groupsView({ "tg-q": "slot" }))).toBe(true);
  expect(isNarrowed(groupsView({ "tg-sort": "open", "tg-tab": "mine" }))).toBe(false);
});
