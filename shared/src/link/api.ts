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
 * A station that tried to connect and was rejected: no station of that name exists, it is not in service, its password is
 * wrong, its client ID is not its user name, its will is not a death message, or it speaks another version of MQTT than 3.1.1.
 * `station` is the user name, or the client ID of a client that gave no user name.
 */
export const rejectedConnection = z.object({
  station: z.string(),
  reason: z.enum(["unknown", "disabled", "wrong_secret", "client_id", "will", "mqtt_version"]),
  first_tried: timestamp,
  last_tried: timestamp,
  tries: z.int(),
});
export type RejectedConnection = z.output<typeof rejectedConnection>;

/**
 * The last message of a station that could not be read, other than an event: those are in quarantine. `reason` is a word
 * (`too_large`, `not_text`, `too_deep`, `not_json`, `not_valid`, `boot_leap`), `detail` a sentence, with the field in front where it is about
 * one. `times` counts all such messages of the station since `first_received`.
 */
export const invalidMessage = z.object({
  station: stationName,
  topic: z.string(),
  reason: z.string(),
  detail: z.string(),
  first_received: timestamp,
  last_received: timestamp,
  times: z.int(),
});
export type InvalidMessage = z.output<typeof invalidMessage>;

/**
 * A station that sends more events than the server takes from one station: what is too much is not acknowledged yet and waits at
 * the station. `limit` is the one it is held to: of events a minute, or of station errors a day.
 */
export const limitedStation = z.object({
  station: stationName,
  since: timestamp,
  /** Events it sends, those sent again included. */
  per_minute: z.int().nonnegative(),
  limit: z.object({ of: z.enum(["events_per_minute", "errors_per_day"]), value: z.int().positive() }),
});
export type LimitedStation = z.output<typeof limitedStation>;

/** What people who look at a station should know about its numbers. */
export const stationNotices = z.object({
  /** Null unless the station sends more events than the server takes from one station. */
  too_many_events: limitedStation.omit({ station: true }).nullable(),
  /**
   * Swaps as counted by events, and as the station's own counter has them, when both have differed for half an hour since `since`;
   * null while they agree, and for everybody but the provider's users.
   */
  swap_counts: z.object({ by_events: z.int(), by_counter: z.int(), since: timestamp }).nullable(),
  /** Resolved errors that are attached to no entry are removed after so many days. */
  errors_kept_days: z.int().positive(),
});
export type StationNotices = z.output<typeof stationNotices>;

export const getStationNotices = endpoint({
  name: "getStationNotices",
  summary:
    "What people who look at a station should know about its numbers: held back events, swap counts that differ.",
  method: "GET",
  path: "/api/stations/:station/notices",
  access: "user",
  params: z.object({ station: stationName }),
  replies: { 200: stationNotices },
});

export const getBroker = endpoint({
  name: "getBroker",
  summary:
    "Address at which stations reach the broker, without a login; null where only the broker's operator knows it and MQTT_PUBLIC_URL does not say it.",
  method: "GET",
  path: "/api/link/broker",
  access: "admin",
  replies: { 200: z.object({ public_url: z.string().nullable() }) },
});

export const listLimitedStations = endpoint({
  name: "listLimitedStations",
  summary:
    "Stations that send more events than the server takes from one station, at any server, by name; at most 500. What is too much waits at the station and is stored later.",
  method: "GET",
  path: "/api/link/limited",
  access: "admin",
  replies: { 200: z.array(limitedStation) },
});

export const listQuarantinedEvents = endpoint({
  name: "listQuarantinedEvents",
  summary:
    "Events of stations that could not be processed, of one station or of all, most recently received first. At most `limit`, and never more than 1000. They are kept for `kept_days`, the newest 200 of a station.",
  method: "GET",
  path: "/api/link/quarantine",
  access: "admin",
  query: z.strictObject({
    station: stationName.optional(),
    limit: numberInQuery.pipe(z.int().min(1).max(LIST_MAX, `Ask for at most ${LIST_MAX} events.`)).default(LIST_MAX),
  }),
  replies: { 200: z.object({ events: z.array(quarantinedEvent), kept_days: z.int().positive() }) },
});

export const listRejectedConnections = endpoint({
  name: "listRejectedConnections",
  summary:
    "Stations that tried to connect and were not let in since this server started, latest try first; at most 500. Null with an external broker, which accepts and rejects stations itself and does not report whom it rejected.",
  method: "GET",
  path: "/api/link/rejected",
  access: "admin",
  replies: { 200: z.array(rejectedConnection).nullable() },
});

export const listInvalidMessages = endpoint({
  name: "listInvalidMessages",
  summary:
    "Of each station its last birth, death, snapshot or answer that could not be read, and why, latest first; of at most 500 stations. Kept in memory by the server that received it, until it is started anew.",
  method: "GET",
  path: "/api/link/invalid",
  access: "admin",
  replies: { 200: z.array(invalidMessage) },
});
