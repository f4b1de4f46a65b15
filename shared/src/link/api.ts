import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { numberInQuery, SECOND_MS, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";

const LIST_MAX = 1_000;

/**
 * An event message that could not be parsed or stored. `reason` is a code (`too_large`, `not_text`, `too_deep`, `not_json`, `not_valid`,
 * `not_storable`), `detail` explains it. `payload` is the beginning of the message as text; `bytes` is the length of the whole message.
 * `times` counts receptions of the same message. `event_id` is null if it could not be parsed.
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

/** Why a connection is rejected when it begins. */
const REJECTIONS = ["unknown", "disabled", "wrong_secret", "client_id", "will", "mqtt_version"] as const;
/**
 * Violations of the protocol by a connected station. All but a foreign subscription end its connection. `replaced`: it connects
 * again and again while it is connected.
 */
const CONNECTION_FAULTS = [
  "qos_2",
  "retained",
  "foreign_topic",
  "foreign_subscription",
  "too_large",
  "malformed",
  "replaced",
] as const;
export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** True for a fault of a connected station, false for a rejection when it connects. */
export function isConnectionFault(reason: RejectedConnection["reason"]): reason is ConnectionFault {
  return CONNECTION_FAULTS.some((fault) => fault === reason);
}

/** How often a connection may be replaced in a minute until two devices are assumed to use one name. */
export const REPLACEMENTS_MAX = 5;

/**
 * A connection that the broker rejected: there is no station with that name, it is out of service, its password is wrong, its client ID is
 * not its user name, its will is not a death message, or its MQTT version is not supported. Or what the broker rejects of a station that is
 * connected: a publication with QoS 2, with retain, to another topic, or too large; a subscription to another topic or with a wildcard; a
 * packet that is not MQTT 3.1.1; or, as `replaced`, more than 5 connections in a minute that replaced one another. `station` is the user
 * name, or the client ID if there is no user name. `tries` counts attempts with the same outcome.
 */
export const rejectedConnection = z.object({
  station: z.string(),
  reason: z.enum([...REJECTIONS, ...CONNECTION_FAULTS]),
  first_tried: timestamp,
  last_tried: timestamp,
  tries: z.int(),
});
export type RejectedConnection = z.output<typeof rejectedConnection>;

/**
 * The last invalid message of a station, except for events, which are quarantined. `reason` is a code (`too_large`, `not_text`, `too_deep`,
 * `not_json`, `not_valid`, `boot_too_high`), `detail` a sentence that starts with the field it is about, if any. `times` counts all invalid
 * messages of the station since `first_received`.
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
 * A station that sends more events than allowed. The excess is not acknowledged yet and waits at the station. `limit` is the limit that
 * applies: events a minute, or station errors a day.
 */
export const limitedStation = z.object({
  station: stationName,
  since: timestamp,
  /** Events it sends, including repeated ones. */
  per_minute: z.int().nonnegative(),
  limit: z.object({ kind: z.enum(["events_per_minute", "errors_per_day"]), value: z.int().positive() }),
});
export type LimitedStation = z.output<typeof limitedStation>;

/**
 * The progress of stations in sending events again after a restore of the database: the events that were acknowledged after the backup.
 * `taken` is when the backup was made. `waiting` stations are asked when they connect. `unable` ones do not keep acknowledged events. A
 * station is `incomplete` if it had already deleted some. Lists have at most 100 names, in order. Stations out of service, and those that
 * have never connected, are not counted.
 */
export const restoreProgress = z.object({
  taken: timestamp,
  restored: timestamp,
  answered: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  unable: z.int().nonnegative(),
  /** Events sent again, including those that were in the backup. */
  events: z.int().nonnegative(),
  waiting_stations: z.array(stationName),
  incomplete_stations: z.array(stationName),
});
export type RestoreProgress = z.output<typeof restoreProgress>;

/** Notices about a station's numbers, for people who view the station. */
export const stationNotices = z.object({
  /** Null unless the station sends more events than allowed. */
  too_many_events: limitedStation.omit({ station: true }).nullable(),
  /**
   * Swaps counted by events and by the station's own counter, if they have differed for half an hour or more, since `since`. Null while
   * they are equal, and for everyone except the provider's users.
   */
  swap_counts: z.object({ by_events: z.int(), by_counter: z.int(), since: timestamp }).nullable(),
  /** The last message that the broker rejected within 15 minutes while the station was connected; null if there was none. */
  connection_fault: rejectedConnection.omit({ station: true }).nullable(),
  /** Resolved errors that are not attached to an entry are removed after this many days. */
  errors_kept_days: z.int().positive(),
});
export type StationNotices = z.output<typeof stationNotices>;

export const getStationNotices = endpoint({
  name: "getStationNotices",
  summary: "Notices about a station: events that wait there, swap counts that differ, and what the broker rejects.",
  method: "GET",
  path: "/api/stations/:station/notices",
  access: "user",
  keyScope: null,
  params: z.object({ station: stationName }),
  replies: { 200: stationNotices },
});

export const getBroker = endpoint({
  name: "getBroker",
  summary:
    "Address at which stations reach the broker, without a login; null with an external broker unless MQTT_PUBLIC_URL is set.",
  method: "GET",
  path: "/api/link/broker",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  refreshMs: Infinity,
  replies: { 200: z.object({ public_url: z.string().nullable() }) },
});

export const listLimitedStations = endpoint({
  name: "listLimitedStations",
  summary:
    "Stations that send more events than allowed to any server, ordered by name; at most 500. The excess waits at the station and is stored later.",
  method: "GET",
  path: "/api/link/limited",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  replies: { 200: z.array(limitedStation) },
});

export const listQuarantinedEvents = endpoint({
  name: "listQuarantinedEvents",
  summary:
    "Quarantined events of one station or of all, most recently received first. At most `limit`, and never more than 1000. They are stored for `kept_days`, at most the newest 200 of a station.",
  method: "GET",
  path: "/api/link/quarantine",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  query: z.strictObject({
    station: stationName.optional(),
    limit: numberInQuery.pipe(z.int().min(1).max(LIST_MAX, `Request at most ${LIST_MAX} events.`)).default(LIST_MAX),
  }),
  replies: { 200: z.object({ events: z.array(quarantinedEvent), kept_days: z.int().positive() }) },
});

export const listRejectedConnections = endpoint({
  name: "listRejectedConnections",
  summary:
    "Connections and messages that the broker rejected since this server started, by station, latest first; at most 500. Null with an external broker, which does not report rejected connections.",
  method: "GET",
  path: "/api/link/rejected",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  replies: { 200: z.array(rejectedConnection).nullable() },
});

export const listInvalidMessages = endpoint({
  name: "listInvalidMessages",
  summary:
    "The last invalid birth, death, snapshot or reply of each station, with the reason, latest first; for at most 500 stations. Stored in the memory of the server that received it, until it restarts.",
  method: "GET",
  path: "/api/link/invalid",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  replies: { 200: z.array(invalidMessage) },
});

export const getRestoreProgress = endpoint({
  name: "getRestoreProgress",
  summary:
    "Whether stations are sending their events again because the database was restored, and how far they are. Null from 30 days after a restore on.",
  method: "GET",
  path: "/api/link/restore",
  access: "admin",
  keyScope: null,
  topics: ["link"],
  refreshMs: 10 * SECOND_MS,
  replies: { 200: restoreProgress.nullable() },
});
