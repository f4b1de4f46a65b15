import { z } from "zod";

/**
 * The topic of a notice: data that clients request by other calls, which declare it. `station` is any message or change of a station that
 * the client named; `rows` is any change of a row of the stations list apart from times of contact and readings, for clients that asked for it; `readiness` is what decides about it: rules, effects of groups, and what is ignored; `sites` are sites and the tags of stations, and
 * which stations have them; `link` is the connection of all stations: rejected connections, invalid messages and quarantined events; `system` is
 * the state of the installation.
 */
export const liveTopic = z.enum([
  "station",
  "rows",
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
  "readiness",
  "swap_attempts",
  "support_log",
  "tags",
  "sites",
  "organizations",
  "users",
  "api_keys",
  "wallboards",
  "saved_views",
  "bulk_acts",
  "imports",
  "link",
  "system",
]);
export type LiveTopic = z.output<typeof liveTopic>;
