import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { SECOND_MS, timestamp } from "../lib/index.ts";
import { systemCheck } from "./status.ts";

/** The server that answers, and its newest findings. `checks` is empty until they are known, some seconds after the start. */
export const systemOverview = z.object({ version: z.string(), started: timestamp, checks: z.array(systemCheck) });
export type SystemOverview = z.output<typeof systemOverview>;

/** The result of an email to the admin who asked for it. Without a mail server it becomes a file. */
export const mailTest = z.object({ result: z.enum(["accepted", "file", "refused"]), sentence: z.string() });
export type MailTest = z.output<typeof mailTest>;

export const getSystem = endpoint({
  name: "getSystem",
  summary:
    "The parts of this installation as the server that answers finds them, as `groundcrew doctor` does: database, broker, mail, relay, disks, clock, certificates, backups and others, each with its state and since when.",
  method: "GET",
  path: "/api/system",
  access: "admin",
  keyScope: null,
  topics: ["system"],
  refreshMs: 15 * SECOND_MS,
  replies: { 200: systemOverview },
});

export const testMail = endpoint({
  name: "testMail",
  summary: "Sends an email to the caller, and says what the mail server answers. One admin may send five a minute.",
  method: "POST",
  path: "/api/system/test-mail",
  access: "admin",
  keyScope: null,
  replies: { 200: mailTest },
});
