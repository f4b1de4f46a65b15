import { z } from "zod";
import { idOf, timestamp } from "../lib/index.ts";

/** Rows of a page of deliveries. */
export const DELIVERIES_PAGE = 100;
/** The newest deliveries of which the results are counted; 10,000 means that many or more. */
export const DELIVERIES_COUNTED = 10_000;
/** The newest deliveries in which a text is searched, of those that match the other filters. */
export const DELIVERIES_SEARCHED = 200_000;
/** How long deliveries are kept, in days. */
export const DELIVERIES_KEPT_DAYS = 90;
/** Attempts to deliver a message before it counts as failed. */
export const DELIVERY_TRIES = 8;
/** Messages that a channel sends in a minute, before one that counts the others. */
export const MESSAGES_A_MINUTE = 10;

/**
 * The result of a notification: `held` waits (for others that are sent with it, for the end of quiet hours), `retrying` failed and is tried
 * again at `next`, `not_sent` will not be sent.
 */
export const deliveryResult = z.enum(["delivered", "retrying", "held", "not_sent", "failed"]);
export type DeliveryResult = z.output<typeof deliveryResult>;

/** The type of a message. */
export const notificationType = z.enum([
  "started",
  "changed",
  "acknowledged",
  "ended",
  "repeated",
  "escalated",
  "flapping",
  "assigned",
  "maintenance_ending",
  "availability",
  "test",
]);
export type NotificationType = z.output<typeof notificationType>;

/** The types of messages in the words of lists. */
export const notificationTypeText: Record<NotificationType, string> = {
  started: "Started",
  changed: "Worse",
  acknowledged: "Acknowledged",
  ended: "Ended",
  repeated: "Repeat",
  escalated: "Escalation",
  flapping: "Flapping",
  assigned: "Assignment",
  maintenance_ending: "Maintenance ends",
  availability: "Report",
  test: "Test",
};

export const deliveryId = idOf("There is no such delivery.");

/**
 * A notification of one recipient: a `channel`, or a `person` by email or on a `device`. `alert` is null for others, such as an
 * assignment; `title` is its subject and `path` its page within the console, null for a test. `why` is a sentence about the result, or empty.
 * `sent` is when it was delivered.
 * Several notifications in one message have the same `message`, which receivers of webhooks know as its id; `together` is how many they are.
 */
export const delivery = z.object({
  id: z.int(),
  time: timestamp,
  type: notificationType,
  alert: z.int().nullable(),
  title: z.string(),
  path: z.string().nullable(),
  rule_id: z.int().nullable(),
  rule: z.string().nullable(),
  channel_id: z.int().nullable(),
  channel: z.string().nullable(),
  person: z.string().nullable(),
  device: z.string().nullable(),
  result: deliveryResult,
  why: z.string(),
  tries: z.int(),
  next: timestamp.nullable(),
  sent: timestamp.nullable(),
  message: z.string().nullable(),
  together: z.int(),
});
export type Delivery = z.output<typeof delivery>;

/** The kinds of work other than notifications that is tried again and given up in the end. */
const otherWork = z.enum([
  "alert",
  "channel_failure_mail",
  "invitation_mail",
  "password_changed_mail",
  "password_mail",
  "resolve_errors",
  "split_errors",
]);
export type OtherWork = z.output<typeof otherWork>;

/** Work other than notifications in the words of lists. */
export const otherWorkText: Record<OtherWork, string> = {
  alert: "Alert of a support-log tag",
  channel_failure_mail: "Email about a failing channel",
  invitation_mail: "Invitation",
  password_changed_mail: "Email about a changed password",
  password_mail: "Email to set a password",
  resolve_errors: "Resolution of errors",
  split_errors: "Split of an error group",
};

/** Rows of the list of work that was given up, and how long it is listed, in days. */
export const GIVEN_UP_MAX = 100;
export const GIVEN_UP_DAYS = 30;

/** Work other than notifications that was given up. `to` is the address to which something was not sent, null if nothing was to be sent. */
export const givenUp = z.object({
  id: z.int(),
  kind: otherWork,
  to: z.string().nullable(),
  created: timestamp,
  ended: timestamp,
  tries: z.int(),
  why: z.string(),
});
export type GivenUp = z.output<typeof givenUp>;

/** An attempt to deliver a message. `status` and `answer` (its first 1,000 characters) are a web server's reply. */
export const deliveryAttempt = z.object({
  at: timestamp,
  status: z.int().nullable(),
  ms: z.int(),
  why: z.string(),
  answer: z.string(),
});
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

/**
 * The filter of the log of deliveries. `alert` is the number of an alert, `after` is the earliest time; `q` is found in subject, recipient and
 * reason of the newest 200,000.
 */
export const deliveryFilter = {
  result: deliveryResult.optional(),
  rule: idOf("There is no such rule.").optional(),
  channel: idOf("There is no such channel.").optional(),
  alert: z.int().optional(),
  after: timestamp.optional(),
  q: z.string().max(200, "Use at most 200 characters.").optional(),
};
