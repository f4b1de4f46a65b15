import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../lib/index.ts";
import {
  isResolvedOnArrival,
  stateAfterErrors,
  stateAfterTime,
  type GroupArchive,
  type GroupStatus,
  type RecentErrors,
} from "./state.ts";

const NOW = Date.parse("2026-05-01T12:00:00.000Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const group = (more: Partial<GroupStatus> = {}): GroupStatus => ({
  state: "ongoing",
  state_since: ago(30 * DAY_MS),
  first_seen: ago(60 * DAY_MS),
  total: 100,
  stations_total: 10,
  archive: null,
  resolution: null,
  ...more,
});
const archive = (more: Partial<GroupArchive> = {}): GroupArchive => ({
  until: null,
  errors: null,
  stations: null,
  newer_than: null,
  if_escalates: true,
  why: "Known",
  by: "Kari",
  at: ago(DAY_MS),
  errors_before: 90,
  stations_before: 8,
  ...more,
});
const recent = (more: Partial<RecentErrors> = {}): RecentErrors => ({
  day: 0,
  week_before: 0,
  new_stations: 0,
  ...more,
});
const resolution = { at: ago(HOUR_MS), by: "Kari", solution: "Replaced the belt", fixed_from: null };
const error = { station: "gc-a", happened: ago(0), firmware: "1.4.3" };

test.each<[string, Partial<GroupStatus>, Partial<RecentErrors>, string | null]>([
  ["a new group stays new for seven days", { state: "new", first_seen: ago(7 * DAY_MS - 1) }, {}, null],
  ["a new group is ongoing after seven days", { state: "new", first_seen: ago(7 * DAY_MS) }, {}, "ongoing"],
  ["a new group has no week to compare with", { state: "new", first_seen: ago(DAY_MS) }, { day: 500 }, null],
  ["three times the daily mean and ten more escalate", {}, { day: 15, week_before: 35 }, "escalating"],
  ["less than three times does not", {}, { day: 14, week_before: 35 }, null],
  ["less than ten more does not", {}, { day: 10, week_before: 7 }, null],
  ["ten more than one a day does", {}, { day: 11, week_before: 7 }, "escalating"],
  ["a regressed group escalates", { state: "regressed" }, { day: 20, week_before: 7 }, "escalating"],
  ["twice the stations and three more escalate", { stations_total: 6 }, { new_stations: 3 }, "escalating"],
  ["two more stations do not", { stations_total: 4 }, { new_stations: 2 }, null],
  ["less than twice the stations does not", { stations_total: 10 }, { new_stations: 4 }, null],
  ["an escalating group stays so for a day", { state: "escalating", state_since: ago(DAY_MS - 1) }, {}, null],
  [
    "an escalating group calms down after a day below",
    { state: "escalating", state_since: ago(DAY_MS) },
    {},
    "ongoing",
  ],
  ["an escalating group goes on while it is above", { state: "escalating" }, { day: 15, week_before: 35 }, null],
  ["an archived group stays until its time", { state: "archived", archive: archive({ until: ago(-1) }) }, {}, null],
  ["an archived group returns at its time", { state: "archived", archive: archive({ until: ago(0) }) }, {}, "ongoing"],
  ["an archived group returns when it escalates", { state: "archived", archive: archive() }, { day: 15 }, "escalating"],
  ["unless that was not wanted", { state: "archived", archive: archive({ if_escalates: false }) }, { day: 15 }, null],
  ["a resolved group stays resolved", { state: "resolved", resolution }, { day: 500 }, null],
])("%s", (_, status, figures, state) => {
  expect(stateAfterTime(group(status), recent(figures), NOW)?.state ?? null).toBe(state);
});

test.each<[string, Partial<GroupStatus>, string | null]>([
  ["an ongoing group stays ongoing", {}, null],
  ["a new group stays new", { state: "new" }, null],
  ["a resolved group is regressed", { state: "resolved", resolution }, "regressed"],
  ["an archived group stays before as many more errors", { state: "archived", archive: archive({ errors: 11 }) }, null],
  [
    "an archived group returns at as many more errors",
    { state: "archived", archive: archive({ errors: 10 }) },
    "ongoing",
  ],
  [
    "an archived group stays before as many more stations",
    { state: "archived", archive: archive({ stations: 3 }) },
    null,
  ],
  [
    "an archived group returns at as many more stations",
    { state: "archived", archive: archive({ stations: 2 }) },
    "ongoing",
  ],
  [
    "an archived group stays with the same firmware",
    { state: "archived", archive: archive({ newer_than: "1.4.3" }) },
    null,
  ],
  [
    "an archived group returns with newer firmware",
    { state: "archived", archive: archive({ newer_than: "1.4.2" }) },
    "ongoing",
  ],
])("after an error, %s", (_, status, state) => {
  expect(stateAfterErrors(group(status), [error])?.state ?? null).toBe(state);
});

test("the reason of a regression names the first error", () => {
  const later = { ...error, station: "gc-b" };
  const earlier = { ...error, happened: ago(1_000) };
  expect(stateAfterErrors(group({ state: "resolved", resolution }), [later, earlier])).toEqual({
    state: "regressed",
    reason: "First error after the resolution: gc-a, firmware 1.4.3",
  });
});

test.each([
  ["before the resolution", { ...error, happened: resolution.at }, null, true],
  ["after it", { ...error, happened: ago(HOUR_MS - 1) }, null, false],
  ["after it, on firmware before the fix", error, "1.10.0", true],
  ["after it, on the firmware with the fix", error, "1.4.3", false],
  ["after it, on unknown firmware", { ...error, firmware: null }, "1.10.0", false],
])("an error that happened %s is resolved on arrival, or not", (_, occurrence, fixed_from, isResolved) => {
  expect(isResolvedOnArrival({ ...resolution, fixed_from }, occurrence)).toBe(isResolved);
});

test("nothing is resolved on arrival in a group that was never resolved", () => {
  expect(isResolvedOnArrival(null, error)).toBe(false);
});
