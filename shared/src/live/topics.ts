import { z } from "zod";
import { stationName } from "../telemetry/index.ts";

/**
 * What a notice is about: something that clients request by other calls. `station` is any message or change of a station that the client
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

/** Something has changed that the client may show. Without a station, at one that is not named, or at none. */
export const liveNotice = z.object({ topic: liveTopic, station: stationName.nullable() });
export type LiveNotice = z.output<typeof liveNotice>;
