import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, textOf, timeInQuery, timestamp } from "../lib/index.ts";
import { stationError } from "../station-errors/index.ts";
import { stationName } from "../telemetry/index.ts";
import { newEntry, newReply } from "./draft.ts";
import { supportLogEntry, supportLogReply } from "./entry.ts";
import { incidentStatus, supportLogStatus } from "./status.ts";
import { newTag, supportLogTag } from "./tag.ts";

const stationParams = z.object({ station: stationName });
const entryParams = z.object({ entry: numberInQuery });

/** Maximum number of entries in one reply. */
export const SUPPORT_LOG_MAX = 5_000;

export const listSupportLogEntries = endpoint({
  name: "listSupportLogEntries",
  summary:
    "The support log entries of all stations in display order, with replies; created at or after `filter_after`. At most 5000 entries, open incidents before others and newer ones before older ones; at most 20000 replies; and at most 8 million characters each of entries and replies.",
  method: "GET",
  path: "/api/supportlog/entries",
  access: "admin",
  keyScope: null,
  topics: ["support_log"],
  query: z.strictObject({ filter_after: timeInQuery.optional() }),
  replies: { 200: z.array(supportLogEntry) },
  isLongReply: true,
});

/** An entry or reply that a search has found, with the beginning of its content. */
export const foundEntry = z.object({
  id: z.int(),
  station_name: stationName,
  serial_number: z.string(),
  status: supportLogStatus,
  created: timestamp,
  content: z.string(),
});

export const searchSupportLog = endpoint({
  name: "searchSupportLog",
  summary:
    "Entries and replies of the last year whose content contains `q` in any case, and the one with that number, however old: open incidents before others, newer ones before older ones; the first 3, with 200 characters of their content. `count` is the number of all.",
  method: "GET",
  path: "/api/supportlog/search",
  access: "admin",
  keyScope: null,
  topics: ["support_log"],
  query: z.strictObject({ q: textOf(200, "Enter a text.") }),
  replies: { 200: z.object({ entries: z.array(foundEntry), count: z.int() }) },
});

export const listStationSupportLog = endpoint({
  name: "listStationSupportLog",
  summary:
    "The support log of one station in display order, with replies. At most 1000 entries, open incidents before others and newer ones before older ones.",
  method: "GET",
  path: "/api/stations/:station/supportlog",
  access: "admin",
  keyScope: null,
  topics: ["support_log"],
  params: stationParams,
  query: z.strictObject({}),
  replies: { 200: z.array(supportLogEntry) },
});

export const listEntryErrors = endpoint({
  name: "listEntryErrors",
  summary:
    "The station errors attached to an entry, unresolved ones first, then the most recently logged first. At most 1000.",
  method: "GET",
  path: "/api/supportlog/entries/:entry/errors",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log"],
  params: entryParams,
  query: z.strictObject({}),
  replies: { 200: z.array(stationError) },
});

const ENTRIES = /^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/;

export const listAttachedErrors = endpoint({
  name: "listAttachedErrors",
  summary:
    "The station errors attached to up to 100 entries and replies, given by ids separated by commas. At most 50 errors per entry, unresolved ones first, then the most recently logged first. Ids that do not exist are ignored.",
  method: "GET",
  path: "/api/supportlog/errors",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log"],
  query: z.strictObject({
    entries: z.string().regex(ENTRIES, "Give the ids of up to 100 entries, separated by commas."),
  }),
  replies: { 200: z.array(stationError) },
});

export const createSupportLogEntry = endpoint({
  name: "createSupportLogEntry",
  summary:
    "Adds an entry to a station's support log and attaches errors to it; an error attached to another entry is a 409. A new incident needs an alerting tag, whose target is notified.",
  method: "POST",
  path: "/api/stations/:station/supportlog",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log", "station"],
  idempotencyKey: true,
  params: stationParams,
  body: newEntry,
  replies: { 201: supportLogEntry },
});

export const replyToEntry = endpoint({
  name: "replyToEntry",
  summary: "Adds a reply to a top-level entry.",
  method: "POST",
  path: "/api/supportlog/entries/:entry/replies",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log", "station"],
  idempotencyKey: true,
  params: entryParams,
  body: newReply,
  replies: { 201: supportLogReply },
});

export const changeEntryStatus = endpoint({
  name: "changeEntryStatus",
  summary:
    "Changes the status of an incident; 422 for a note, record or reply. `public` null leaves the visibility as it is.",
  method: "PATCH",
  path: "/api/supportlog/entries/:entry",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log", "station"],
  params: entryParams,
  body: z.strictObject({
    status: z.enum(incidentStatus.options, "Choose a status of an incident."),
    public: z.boolean().nullable().default(null),
  }),
  replies: { 204: z.null() },
});

export const publishEntry = endpoint({
  name: "publishEntry",
  summary: "Makes an entry or reply public.",
  method: "PUT",
  path: "/api/supportlog/entries/:entry/public",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log", "station"],
  params: entryParams,
  replies: { 204: z.null() },
});

export const unpublishEntry = endpoint({
  name: "unpublishEntry",
  summary: "Makes an entry or reply private.",
  method: "DELETE",
  path: "/api/supportlog/entries/:entry/public",
  access: "admin",
  keyScope: null,
  topics: ["errors", "support_log", "station"],
  params: entryParams,
  replies: { 204: z.null() },
});

export const listSupportLogTags = endpoint({
  name: "listSupportLogTags",
  summary: "All tags and their aliases, ordered by name.",
  method: "GET",
  path: "/api/supportlog/tags",
  access: "admin",
  keyScope: null,
  topics: ["tags"],
  query: z.strictObject({}),
  replies: { 200: z.array(supportLogTag) },
});

export const createSupportLogTag = endpoint({
  name: "createSupportLogTag",
  summary:
    "Creates a tag (201), or an alias of one (204). 409 for a name in use, ignoring case; 422 for a webhook that is not on the internet.",
  method: "POST",
  path: "/api/supportlog/tags",
  access: "admin",
  keyScope: null,
  topics: ["tags"],
  idempotencyKey: true,
  body: newTag,
  refusals: [404, 409],
  replies: { 201: supportLogTag, 204: z.null() },
});
