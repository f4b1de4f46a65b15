import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { stationName } from "../telemetry/index.ts";
import { precondition } from "./precondition.ts";
import { replaceablesBody, ssotBody } from "./entry.ts";
import { savedEntry } from "./saved-entry.ts";

const stationParams = z.object({ station: stationName });

export const listSsotEntries = endpoint({
  name: "listSsotEntries",
  summary: "The SSoT revisions of a station, newest first, at most 500.",
  method: "GET",
  path: "/api/stations/:station/ssot",
  access: "user",
  keyScope: "read_fleet",
  topics: ["ssot"],
  params: stationParams,
  query: z.strictObject({}),
  replies: { 200: z.array(savedEntry) },
  replyHeaders: ["etag", "last-modified"],
});

export const saveSsotEntry = endpoint({
  name: "saveSsotEntry",
  summary: "Saves a new SSoT revision of a station, based on the latest one.",
  method: "PUT",
  path: "/api/stations/:station/ssot/latest",
  access: "admin",
  keyScope: null,
  topics: ["ssot", "station"],
  params: stationParams,
  headers: precondition,
  body: ssotBody,
  refusals: [412, 428],
  replies: { 200: savedEntry },
  replyHeaders: ["etag", "last-modified"],
});

export const saveReplaceables = endpoint({
  name: "saveReplaceables",
  summary: "Saves a new revision of a station's replaceables, based on the latest one.",
  method: "PUT",
  path: "/api/stations/:station/replaceables/latest",
  access: "admin",
  keyScope: null,
  topics: ["ssot", "station"],
  params: stationParams,
  headers: precondition,
  body: replaceablesBody,
  refusals: [412, 428],
  replies: { 200: savedEntry },
  replyHeaders: ["etag", "last-modified"],
});
