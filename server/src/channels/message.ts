import type { NotificationType } from "@groundcrew/shared/notifications";
import type { Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";

/** An alert within a message. `stations` are names; `titles` are how people know them. */
const messageAlert = z.object({
  type: z.custom<NotificationType>(),
  alert: z.int(),
  kind: z.string(),
  severity: z.enum(["urgent", "warning"]),
  title: z.string(),
  detail: z.string(),
  since: z.custom<Timestamp>(),
  ended: z.custom<Timestamp>().nullable(),
  organization: z.string().nullable(),
  site: z.string().nullable(),
  stations: z.array(z.string()),
  titles: z.array(z.string()),
  station_count: z.int(),
  owner: z.string().nullable(),
  rule: z.string().nullable(),
  url: z.string(),
});
export type MessageAlert = z.output<typeof messageAlert>;

/**
 * What is sent at once, before it is written in the form of a channel. `title` is the subject, `lines` the sentences below it, `foot` says why
 * the recipient gets it. `alerts` is empty for a test and for what concerns one person. `more` counts further alerts that are not listed.
 */
export const messageContent = z.object({
  type: z.custom<NotificationType>(),
  time: z.custom<Timestamp>(),
  severity: z.enum(["urgent", "warning", "none"]),
  title: z.string(),
  lines: z.array(z.string()),
  foot: z.string(),
  open_url: z.string(),
  acknowledge_url: z.string().nullable(),
  alerts: z.array(messageAlert),
  more: z.int(),
});
export type MessageContent = z.output<typeof messageContent>;

/** A message with the id that all attempts to send it have. */
export type Message = MessageContent & { id: string };

/** The content of a test of a channel or device. */
export function testContent(sender: string, { origin, now }: { origin: string; now: number }): MessageContent {
  return {
    type: "test",
    time: new Date(now).toISOString(),
    severity: "none",
    title: "Test",
    lines: [`This is a test by ${sender}. Nothing has happened.`],
    foot: "",
    open_url: `${origin}/attention/channels`,
    acknowledge_url: null,
    alerts: [],
    more: 0,
  };
}
