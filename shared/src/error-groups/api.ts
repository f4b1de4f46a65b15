import { z } from "zod";
import { csvFile, endpoint } from "../contract/index.ts";
import { flagInQuery, numberInQuery, orgIdInQuery, timeInQuery } from "../lib/index.ts";
import { stationError } from "../station-errors/index.ts";
import { supportLogEntry } from "../support-log/index.ts";
import { stationName } from "../telemetry/index.ts";
import { mergePattern } from "./acts.ts";
import { errorGroup, errorGroupDetails, groupId, groupHistoryEntry, groupStation, groupVariation } from "./group.ts";
import { errorGroupState } from "./state.ts";

/** Rows of a page of groups, stations or history. */
export const GROUPS_PAGE = 100;

const groupParams = z.object({ group: numberInQuery.pipe(groupId) });
const cursor = z.string().max(500).optional();
const nextCursor = z.string().nullable();

/** Lists of groups: with open errors, those owned by the caller, archived ones and resolved ones. */
export const groupTab = z.enum(["open", "mine", "archived", "resolved"]);
export type GroupTab = z.output<typeof groupTab>;

/** `urgency` is by state, then stations and errors of the last 24 hours together, then last seen. */
export const groupSort = z.enum(["urgency", "open", "stations", "first_seen", "last_seen"]);
export type GroupSort = z.output<typeof groupSort>;

export const groupOwner = z.enum(["all", "mine", "unassigned"]);
export type GroupOwner = z.output<typeof groupOwner>;

/** The filter of a list of groups. `q` is found in the title; a number also finds the group with that number. */
export const groupFilter = {
  tab: groupTab.default("open"),
  state: errorGroupState.optional(),
  own: groupOwner.default("all"),
  station_type: z.string().max(100).optional(),
  org_id: orgIdInQuery.optional(),
  job_type: z.string().max(500).optional(),
  firmware: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
  seen_after: timeInQuery.optional(),
  include_all: flagInQuery.default(false),
};

export const listErrorGroups = endpoint({
  name: "listErrorGroups",
  summary:
    "Groups of station errors, 100 to a page; `cursor` is the `next` of the page before. `counts` are the groups of each tab, and `totals` the open errors with their stations and groups, those of the stations that are in maintenance, and the other unresolved errors, which are in archived groups or attached to support log entries, whatever the filter. `include_all` also counts errors of internal, mocked and retired stations.",
  method: "GET",
  path: "/api/error-groups",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  query: z.strictObject({ ...groupFilter, sort: groupSort.default("urgency"), cursor }),
  replies: {
    200: z.object({
      groups: z.array(errorGroup),
      next: nextCursor,
      counts: z.object({ open: z.int(), mine: z.int(), archived: z.int(), resolved: z.int() }),
      totals: z.object({
        errors: z.int(),
        stations: z.int(),
        groups: z.int(),
        archived: z.int(),
        attached: z.int(),
        stations_maintained: z.int(),
      }),
    }),
  },
});

export const downloadErrorGroups = endpoint({
  name: "downloadErrorGroups",
  summary: "The same as a CSV file, all groups.",
  method: "GET",
  path: "/api/error-groups/csv",
  access: "admin",
  keyScope: null,
  query: z.strictObject({ ...groupFilter, sort: groupSort.default("urgency") }),
  replies: { 200: csvFile },
});

export const summarizeErrorGroups = endpoint({
  name: "summarizeErrorGroups",
  summary:
    "The open errors of some groups together, and the stations that have them, each counted once. Unknown groups count nothing.",
  method: "GET",
  path: "/api/error-groups/summary",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  query: z.strictObject({
    groups: z.string().regex(/^\d{1,9}(,\d{1,9}){0,99}$/, "Give the numbers of up to 100 groups, separated by commas."),
    include_all: flagInQuery.default(false),
  }),
  replies: { 200: z.object({ errors: z.int(), stations: z.int() }) },
});

export const listGroupFilters = endpoint({
  name: "listGroupFilters",
  summary:
    "The job types of groups in order, and the firmware of their errors, newest version first; up to 500 of each.",
  method: "GET",
  path: "/api/error-groups/filters",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  query: z.strictObject({}),
  replies: { 200: z.object({ job_types: z.array(z.string()), firmwares: z.array(z.string()) }) },
});

export const getErrorGroup = endpoint({
  name: "getErrorGroup",
  summary:
    "A group of station errors with its fingerprints, firmware and progress. One that was merged names the group it is part of.",
  method: "GET",
  path: "/api/error-groups/:group",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({}),
  replies: { 200: errorGroupDetails },
});

export const listGroupStations = endpoint({
  name: "listGroupStations",
  summary: "The stations of a group, most open errors first; 100 to a page.",
  method: "GET",
  path: "/api/error-groups/:group/stations",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({ cursor, include_all: flagInQuery.default(false) }),
  replies: { 200: z.object({ stations: z.array(groupStation), next: nextCursor }) },
});

export const listGroupErrors = endpoint({
  name: "listGroupErrors",
  summary: "The errors of a group, most recently logged first; 100 to a page. `filter_open` returns only open ones.",
  method: "GET",
  path: "/api/error-groups/:group/errors",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({ cursor, filter_open: flagInQuery.default(false) }),
  replies: {
    200: z.object({
      errors: z.array(
        stationError.extend({ station: stationName, firmware: z.string().nullable(), software: z.string().nullable() }),
      ),
      next: nextCursor,
    }),
  },
});

export const listGroupHistory = endpoint({
  name: "listGroupHistory",
  summary: "What happened to a group, latest first; 100 to a page.",
  method: "GET",
  path: "/api/error-groups/:group/history",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({ cursor }),
  replies: { 200: z.object({ entries: z.array(groupHistoryEntry), next: nextCursor }) },
});

export const listGroupEntries = endpoint({
  name: "listGroupEntries",
  summary: "The support log entries that errors of a group are attached to, with replies, newest first; at most 100.",
  method: "GET",
  path: "/api/error-groups/:group/supportlog",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership", "support_log"],
  params: groupParams,
  query: z.strictObject({}),
  replies: { 200: z.array(supportLogEntry) },
});

export const getGroupVariation = endpoint({
  name: "getGroupVariation",
  summary: "What varies among the newest 10000 errors of a group: firmware, software and what stands at placeholders.",
  method: "GET",
  path: "/api/error-groups/:group/variation",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({}),
  replies: { 200: z.object({ errors: z.int(), variations: z.array(groupVariation) }) },
});

export const getGroupFirmwares = endpoint({
  name: "getGroupFirmwares",
  summary:
    "The firmware that stations of a group's type run, newest first, with the number of them and how many of those are in the group.",
  method: "GET",
  path: "/api/error-groups/:group/firmwares",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  params: groupParams,
  query: z.strictObject({}),
  replies: {
    200: z.array(z.object({ version: z.string(), stations: z.int(), stations_of_group: z.int() })),
  },
});

export const previewGroupPattern = endpoint({
  name: "previewGroupPattern",
  summary: "The groups with a fingerprint that a merge pattern matches, of one job type; at most 100.",
  method: "GET",
  path: "/api/error-groups/pattern",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "ownership"],
  query: z.strictObject({ pattern: mergePattern, job_type: z.string().max(500).optional() }),
  replies: { 200: z.array(z.object({ id: z.int(), title: z.string() })) },
});
