import { z } from "zod";
import { stationName } from "../telemetry/index.ts";

/**
 * The topic of a notice: data that clients request by other calls. `station` is any message or change of a station that the client
 * named; `link` is the connection of all stations: rejected connections, invalid messages and quarantined events; `system` is the state of
 * the installation.
 */
export const liveTopic = z.enum([
  "station",
  "cameras",
  "configs",
  "ssot",
  "errors",
  "error_groups",
  "ownership",
  "alerts",
  "alert_rules",
  "channels",
  "notifications",
  "maintenance",
  "support_log",
  "tags",
  "organizations",
  "users",
  "api_keys",
  "link",
  "system",
]);
export type LiveTopic = z.output<typeof liveTopic>;

/** A change of something that the client may show. `station` is null if the change is at no station, or at one that the client did not name. */
export const liveNotice = z.object({ topic: liveTopic, station: stationName.nullable() });
export type LiveNotice = z.output<typeof liveNotice>;
