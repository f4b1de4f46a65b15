import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery, listInQuery, NAMES_MAX, orgIdInQuery, timeInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { activityRow, organizationActivity, swapStats } from "./fleet.ts";
import { historyPoint } from "./history.ts";

export const getStationHistory = endpoint({
  name: "getStationHistory",
  summary:
    "The history of a station in chronological order, reduced to the resolution of a chart; totals stay exact. With `filter_after`, the first point is the state at that time.",
  method: "GET",
  path: "/api/stations/:station/statistics/history",
  access: "user",
  keyScope: "read_fleet",
  params: z.object({ station: stationName }),
  query: z.strictObject({ filter_after: timeInQuery.optional(), include_online: flagInQuery.optional() }),
  replies: { 200: z.array(historyPoint) },
});

export const getOrganizationHistory = endpoint({
  name: "getOrganizationHistory",
  summary:
    "Activity over the last 24 hours of all stations that the caller may see, or of one organization's, in chronological order.",
  method: "GET",
  path: "/api/statistics/stations/history",
  access: "user",
  keyScope: "read_fleet",
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(activityRow) },
});

export const getOrganizationActivity = endpoint({
  name: "getOrganizationActivity",
  summary: "The number of actions by each organization's users in the last 7 days, the most active first.",
  method: "GET",
  path: "/api/statistics/organizations/activity",
  access: "admin",
  keyScope: null,
  query: z.strictObject({}),
  replies: { 200: z.array(organizationActivity) },
});

export const getSwapStats = endpoint({
  name: "getSwapStats",
  summary: "Swap counts of every station in service, or of those with some names, ordered by name.",
  method: "GET",
  path: "/api/statistics/stations/swaps",
  access: "admin",
  keyScope: null,
  query: z.strictObject({ names: listInQuery(stationName, NAMES_MAX).optional() }),
  replies: { 200: z.array(swapStats) },
});
