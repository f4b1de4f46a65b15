import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { idOf, numberInQuery, orgId, textOf, timestamp } from "../lib/index.ts";
import { ownershipNote } from "../ownership/index.ts";
import { placement } from "../sites/index.ts";
import { newEntry } from "../support-log/index.ts";
import { stationName } from "../telemetry/index.ts";
import { BULK_IMAGES_MAX, BULK_STATIONS_MAX, bulkAct, bulkActId, bulkActStation, undoneAct } from "./act.ts";

/** The stations of an act, each once. */
function stations(max: number) {
  return z
    .array(stationName)
    .min(1, "Choose at least one station.")
    .max(max, `Choose at most ${max} stations.`)
    .refine((names) => new Set(names).size === names.length, "Name each station once.");
}
const upToMax = stations(BULK_STATIONS_MAX);
const params = z.object({ act: numberInQuery.pipe(bulkActId) });

const ONCE = "All in one transaction; those that are left out are named in the reply of `getBulkAct`.";

export const bulkMaintenance = endpoint({
  name: "bulkMaintenance",
  summary: `Puts up to 10,000 stations into maintenance until a time. Those that are in maintenance stay as they are; retired ones, those with maintenance planned for part of that time, and those whose maintenance is not the caller's, are left out; 403 when none is. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/maintenance",
  access: "manager",
  keyScope: null,
  topics: ["bulk_acts", "maintenance", "station"],
  idempotencyKey: true,
  body: z.strictObject({
    stations: upToMax,
    why: textOf(500, "Say why the stations are in maintenance."),
    until: timestamp,
  }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkEntries = endpoint({
  name: "bulkEntries",
  summary: `Adds the same entry to the support logs of up to 10,000 stations. A new incident alerts the targets of its tags about each station. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/entries",
  access: "admin",
  keyScope: null,
  topics: ["bulk_acts", "support_log", "station"],
  idempotencyKey: true,
  body: z.strictObject({ stations: upToMax, entry: newEntry.omit({ attached_errors: true }) }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkMove = endpoint({
  name: "bulkMove",
  summary: `Moves up to 10,000 stations to an organization. That ends their maintenance, alerts and ignored reasons, also if the move is undone; undo gives them their sites and tags again. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/move",
  access: "admin",
  keyScope: null,
  topics: ["bulk_acts", "station"],
  idempotencyKey: true,
  body: z.strictObject({ stations: upToMax, org_id: orgId }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkPlace = endpoint({
  name: "bulkPlace",
  summary: `Sets the site of up to 2,000 stations, and adds and removes tags. Stations that are not the caller's, and those that would have more than 20 tags, are left out; 403 when all are somebody else's, 404 for a site of another organization or a tag that does not exist. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/place",
  access: "manager",
  keyScope: null,
  topics: ["bulk_acts", "sites", "station"],
  idempotencyKey: true,
  body: placement,
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkAssign = endpoint({
  name: "bulkAssign",
  summary: `Makes a person the owner of the open errors of up to 10,000 stations, who has yet to acknowledge unless it is the caller. \`replaces\` are the revisions of the ownerships that the caller has seen: errors with another owner stay with that owner, and are left out, as are those of retired stations. The person is notified once, as is each owner before. Undo returns the errors to who had them, or to nobody. 404 for a person who cannot be an owner. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/assign",
  access: "admin",
  keyScope: null,
  topics: ["bulk_acts", "ownership"],
  idempotencyKey: true,
  body: z.strictObject({
    stations: upToMax,
    owner_id: idOf("Choose a person."),
    note: ownershipNote,
    replaces: z.array(z.int()).max(BULK_STATIONS_MAX).default([]),
  }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkRetire = endpoint({
  name: "bulkRetire",
  summary: `Takes up to 10,000 stations out of service. They are disconnected, and their streams end. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/retire",
  access: "admin",
  keyScope: null,
  topics: ["bulk_acts", "station"],
  idempotencyKey: true,
  body: z.strictObject({ stations: upToMax }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkRestore = endpoint({
  name: "bulkRestore",
  summary: `Puts up to 10,000 retired stations back into service. ${ONCE}`,
  method: "POST",
  path: "/api/bulk-acts/restore",
  access: "admin",
  keyScope: null,
  topics: ["bulk_acts", "station"],
  idempotencyKey: true,
  body: z.strictObject({ stations: upToMax }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const bulkImages = endpoint({
  name: "bulkImages",
  summary:
    "Has up to 2,000 stations take new images, eight at a time, also after the caller has left. Stations that are offline are left out: no command is kept for later. Each station takes images once, or is reported as failed.",
  method: "POST",
  path: "/api/bulk-acts/images",
  access: "user",
  keyScope: null,
  topics: ["bulk_acts"],
  idempotencyKey: true,
  body: z.strictObject({
    stations: stations(BULK_IMAGES_MAX),
    lights_on: z.boolean("Say whether the lights are on."),
  }),
  refusals: [404],
  replies: { 201: bulkAct },
});

export const listBulkActs = endpoint({
  name: "listBulkActs",
  summary: "The acts on several stations that the caller began in the last day, newest first; at most 20.",
  method: "GET",
  path: "/api/bulk-acts",
  access: "user",
  keyScope: null,
  topics: ["bulk_acts"],
  changingRefreshMs: 2_000,
  query: z.strictObject({}),
  replies: { 200: z.array(bulkAct) },
});

export const getBulkAct = endpoint({
  name: "getBulkAct",
  summary:
    "An act that the caller began, with the outcome at each station that the caller can see: failed ones first, then those left out, running, waiting and done, by serial number.",
  method: "GET",
  path: "/api/bulk-acts/:act",
  access: "user",
  keyScope: null,
  topics: ["bulk_acts"],
  changingRefreshMs: 2_000,
  params,
  query: z.strictObject({}),
  replies: { 200: bulkAct.extend({ stations: z.array(bulkActStation) }) },
});

export const undoBulkAct = endpoint({
  name: "undoBulkAct",
  summary:
    "Undoes an act of the caller within ten minutes. Stations that were changed since stay as they are, as do those that the caller cannot see or change any longer; `getBulkAct` says why, and `changed` how many were changed since. 403 if the caller may not act on its stations any longer, 409 for an act that cannot be undone, any longer or again.",
  method: "POST",
  path: "/api/bulk-acts/:act/undo",
  access: "manager",
  keyScope: null,
  topics: ["bulk_acts", "maintenance", "ownership", "sites", "station"],
  idempotencyKey: true,
  params,
  refusals: [403, 404, 409],
  replies: { 200: undoneAct },
});

export const stopBulkAct = endpoint({
  name: "stopBulkAct",
  summary: "Leaves out the stations of an act that still wait. Those that are taking images finish.",
  method: "POST",
  path: "/api/bulk-acts/:act/stop",
  access: "user",
  keyScope: null,
  topics: ["bulk_acts"],
  params,
  replies: { 200: bulkAct },
});

export const retryBulkAct = endpoint({
  name: "retryBulkAct",
  summary: "Has the stations of an act take images again that have failed.",
  method: "POST",
  path: "/api/bulk-acts/:act/retry",
  access: "user",
  keyScope: null,
  topics: ["bulk_acts"],
  idempotencyKey: true,
  params,
  replies: { 200: bulkAct },
});
