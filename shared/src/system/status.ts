import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { SECOND_MS, timestamp } from "../lib/index.ts";

/** Parts of an installation that are checked. */
export const checkedPart = z.enum([
  "settings",
  "server",
  "ports",
  "proxy",
  "database",
  "migrations",
  "jobs",
  "role",
  "clock",
  "broker",
  "credentials",
  "NATS",
  "disk",
  "backups",
  "certificate",
  "mail",
  "TURN server",
]);
export type CheckedPart = z.output<typeof checkedPart>;

/** The result of a check: a sentence that says what is wrong and what to do. A note is worth knowing and no failure. */
export const finding = z.object({
  about: checkedPart,
  state: z.enum(["ok", "note", "problem"]),
  sentence: z.string(),
});
export type Finding = z.output<typeof finding>;

/** A finding of the running server, and since when it is in this state. */
export const systemCheck = finding.extend({ since: timestamp });
export type SystemCheck = z.output<typeof systemCheck>;

/**
 * The state of the system, for everyone who uses the console. While `disconnected_since` is set, messages of stations cannot be received, so the
 * statuses of stations are those of that time. `problems` are for admins; others get none.
 */
export const consoleStatus = z.object({ disconnected_since: timestamp.nullable(), problems: z.array(systemCheck) });
export type ConsoleStatus = z.output<typeof consoleStatus>;

export const getConsoleStatus = endpoint({
  name: "getConsoleStatus",
  summary:
    "Whether the server that answers receives messages of stations, or since when not: statuses of stations are then those of that time, although `last_online_status` becomes false. Admins also get the problems of the installation.",
  method: "GET",
  path: "/api/status",
  access: "user",
  keyScope: "read_fleet",
  topics: ["system"],
  refreshMs: 30 * SECOND_MS,
  replies: { 200: consoleStatus },
  countsAsLoad: false,
});
