import type { NotificationType } from "@groundcrew/shared/notifications";
import type { Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import { jobKind } from "../platform/jobs/index.ts";

/** An alert within a message. `stations` are names; `titles` are how people know them. */
export type MessageAlert = {
  type: NotificationType;
  alert: number;
  kind: string;
  severity: "urgent" | "warning";
  title: string;
  detail: string;
  since: Timestamp;
  ended: Timestamp | null;
  organization: string | null;
  site: string | null;
  stations: string[];
  titles: string[];
  station_count: number;
  owner: string | null;
  rule: string | null;
  url: string;
};

/**
 * The content of a message, before it is written in the format of a channel. `title` is the subject, `lines` the sentences below it, `foot` says why
 * the recipient gets it. `alerts` is empty for a test and for events that concern one person. `more` counts further alerts that are not
 * listed, and `more_alerts` are their numbers; messages of an older version have none.
 */
export type MessageContent = {
  type: NotificationType;
  time: Timestamp;
  severity: "urgent" | "warning" | "none";
  title: string;
  lines: string[];
  foot: string;
  open_url: string;
  acknowledge_url: string | null;
  alerts: MessageAlert[];
  more: number;
  more_alerts?: number[];
};

/** A message with the id that all attempts to send it have. */
export type Message = MessageContent & { id: string };

/** Messages are jobs. Their key is the id of the message, which receivers recognize it by, and their receiver is the recipient. */
export const messageJob = jobKind(
  "message",
  z.custom<MessageContent>((content) => typeof content === "object"),
);

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
