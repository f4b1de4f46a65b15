import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { timestamp } from "../lib/index.ts";

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

/** The server that answers, and its newest findings. `checks` is empty until they are known, some seconds after the start. */
export const systemOverview = z.object({ version: z.string(), started: timestamp, checks: z.array(systemCheck) });
export type SystemOverview = z.output<typeof systemOverview>;

/** The result of an email to the admin who asked for it. Without a mail server it becomes a file. */
export const mailTest = z.object({ result: z.enum(["accepted", "file", "refused"]), sentence: z.string() });
export type MailTest = z.output<typeof mailTest>;

/**
 * What concerns everyone who looks at the console. While `disconnected_since` is set, messages of stations cannot be received, so the
 * statuses of stations are those of that time. `problems` are for admins; others get none.
 */
export const consoleStatus = z.object({ disconnected_since: timestamp.nullable(), problems: z.array(systemCheck) });
export type ConsoleStatus = z.output<typeof consoleStatus>;

export const getSystem = endpoint({
  name: "getSystem",
  summary:
    "The parts of this installation as the server that answers finds them, as `groundcrew doctor` does: database, broker, mail, relay, disks, clock, certificates, backups and others, each with its state and since when.",
  method: "GET",
  path: "/api/system",
  access: "admin",
  replies: { 200: systemOverview },
});

export const testMail = endpoint({
  name: "testMail",
  summary: "Sends an email to the caller, and says what the mail server answers. One admin may send five a minute.",
  method: "POST",
  path: "/api/system/test-mail",
  access: "admin",
  replies: { 200: mailTest },
});

export const getConsoleStatus = endpoint({
  name: "getConsoleStatus",
  summary:
    "Whether the server that answers receives messages of stations, or since when not: statuses of stations are then those of that time, although `last_online_status` becomes false. Admins also get the problems of the installation.",
  method: "GET",
  path: "/api/status",
  access: "user",
  apiKeys: true,
  replies: { 200: consoleStatus },
  countsAsLoad: false,
});
