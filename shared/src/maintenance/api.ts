import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { maintenanceChange, maintenanceEnd, maintenanceEnds, maintenanceExtension, newMaintenance } from "./changes.ts";
import { maintenanceId, maintenanceWindow } from "./window.ts";

const windowParams = z.object({ window: numberInQuery.pipe(maintenanceId) });

export const listMaintenance = endpoint({
  name: "listMaintenance",
  summary:
    "Maintenance of stations: what is under way or planned, by start, then what has ended, latest end first; at most 200. `station` returns that of one station.",
  method: "GET",
  path: "/api/maintenance",
  access: "user",
  keyScope: "read_fleet",
  topics: ["maintenance"],
  query: z.strictObject({ station: stationName.optional() }),
  replies: { 200: z.array(maintenanceWindow) },
});

export const getMaintenance = endpoint({
  name: "getMaintenance",
  summary:
    "A maintenance with what happened during it: errors logged, those of them that are open, and how often and how long (s) the station was offline.",
  method: "GET",
  path: "/api/maintenance/:window",
  access: "user",
  keyScope: "maintenance",
  topics: ["maintenance"],
  params: windowParams,
  query: z.strictObject({}),
  replies: {
    200: maintenanceWindow.extend({
      errors: z.int(),
      errors_open: z.int(),
      offline_times: z.int(),
      offline_s: z.int(),
    }),
  },
});

export const startMaintenance = endpoint({
  name: "startMaintenance",
  summary:
    "Puts stations into maintenance, now or at a later time. 409 when one of them is in maintenance or has one planned for part of that time; then nothing is saved.",
  method: "POST",
  path: "/api/maintenance",
  access: "manager",
  keyScope: "maintenance",
  topics: ["maintenance", "station"],
  idempotencyKey: true,
  body: newMaintenance,
  refusals: [404, 409],
  replies: { 201: z.array(maintenanceWindow) },
});

export const changeMaintenance = endpoint({
  name: "changeMaintenance",
  summary:
    "Extends or shortens a maintenance, changes its reason, or moves one that is planned. 412 when it was changed since the caller's `rev`, 409 when it has ended or overlaps another one.",
  method: "PATCH",
  path: "/api/maintenance/:window",
  access: "manager",
  keyScope: "maintenance",
  topics: ["maintenance", "station"],
  params: windowParams,
  body: maintenanceChange,
  refusals: [404, 409, 412],
  replies: { 200: maintenanceWindow },
});

export const endMaintenance = endpoint({
  name: "endMaintenance",
  summary:
    "Ends a maintenance now, or cancels one that is planned. Only admins can resolve the errors that the station logged during it. 412 when it was changed since the caller's `rev`, 409 when it has ended.",
  method: "POST",
  path: "/api/maintenance/:window/end",
  access: "manager",
  keyScope: "maintenance",
  topics: ["maintenance", "station", "errors", "error_groups"],
  params: windowParams,
  body: maintenanceEnd,
  refusals: [404, 409, 412],
  replies: { 200: maintenanceWindow },
});

export const extendMaintenance = endpoint({
  name: "extendMaintenance",
  summary:
    "Gives up to 500 maintenances later ends: all of them or none. 412 when one has another end than the caller has seen, 409 when one has ended or would overlap another one.",
  method: "PATCH",
  path: "/api/maintenance",
  access: "manager",
  keyScope: "maintenance",
  topics: ["maintenance", "station"],
  body: maintenanceExtension,
  refusals: [404, 409, 412],
  replies: { 200: z.array(maintenanceWindow) },
});

export const endCurrentMaintenance = endpoint({
  name: "endCurrentMaintenance",
  summary:
    "Ends up to 500 maintenances now: all of them or none. Those that have ended already stay as they are. Only admins can resolve the errors that the stations logged during them. 412 when one has another end than the caller has seen.",
  method: "POST",
  path: "/api/maintenance/end",
  access: "manager",
  keyScope: "maintenance",
  topics: ["maintenance", "station", "errors", "error_groups"],
  body: maintenanceEnds,
  refusals: [404, 412],
  replies: { 200: z.array(maintenanceWindow) },
});
