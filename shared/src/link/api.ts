import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";

const LIST_MAX = 1_000;

/**
 * A message on the topic of events that the server could make no sense of. `reason` is a word (`too_large`, `not_text`,
 * `too_deep`, `not_json`, `not_valid`, `not_storable`), `detail` says more. `payload` is the beginning of the message as text, of
 * `bytes` in all. The same message received again is counted in `times`. `event_id` is null where none could be read.
 */
export const quarantinedEvent = z.object({
  station: stationName,
  event_id: z.string().nullable(),
  reason: z.string(),
  detail: z.string(),
  payload: z.string(),
  bytes: z.int(),
  first_received: timestamp,
  last_received: timestamp,
  times: z.int(),
});
export type QuarantinedEvent = z.output<typeof quarantinedEvent>;

/**
 * A station that tried to connect and was not let in: no station of that name exists, it is not in service, its secret is
 * wrong, or it speaks another version of MQTT than 3.1.1.
 */
export const refusedStation = z.object({
  station: z.string(),
  reason: z.enum(["unknown", "disabled", "wrong_secret", "mqtt_version"]),
  first_tried: timestamp,
  last_tried: timestamp,
  tries: z.int(),
});
export type RefusedStation = z.output<typeof refusedStation>;

/**
 * The last message of a station that could not be read, other than an event: those are in quarantine. `reason` is a word
 * (`too_large`, `not_text`, `too_deep`, `not_json`, `not_valid`), `detail` a sentence, with the field in front where it is about
 * one. `times` counts all such messages of the station since `first_received`.
 */
export const unreadMessage = z.object({
  station: stationName,
  topic: z.string(),
  reason: z.string(),
  detail: z.string(),
  first_received: timestamp,
  last_received: timestamp,
  times: z.int(),
});
export type UnreadMessage = z.output<typeof unreadMessage>;

export const listQuarantinedEvents = endpoint({
  name: "listQuarantinedEvents",
  summary:
    "Events of stations that could not be processed, of one station or of all, most recently received first. At most `limit`, and never more than 1000. They are kept for 30 days, the newest 200 of a station.",
  method: "GET",
  path: "/api/link/quarantine",
  access: "admin",
  query: z.strictObject({
    station: stationName.optional(),
    limit: numberInQuery.pipe(z.int().min(1).max(LIST_MAX, `Ask for at most ${LIST_MAX} events.`)).default(LIST_MAX),
  }),
  replies: { 200: z.array(quarantinedEvent) },
});

export const listRefusedStations = endpoint({
  name: "listRefusedStations",
  summary:
    "Stations that tried to connect and were not let in since this server started, latest try first; at most 500. Empty with a broker of others, which lets stations in itself.",
  method: "GET",
  path: "/api/link/refused",
  access: "admin",
  replies: { 200: z.array(refusedStation) },
});

export const listUnreadMessages = endpoint({
  name: "listUnreadMessages",
  summary:
    "Of each station its last birth, death, snapshot or answer that could not be read, and why, latest first; of at most 500 stations. Kept in memory by the server that received it, until it is started anew.",
  method: "GET",
  path: "/api/link/unread",
  access: "admin",
  replies: { 200: z.array(unreadMessage) },
});
