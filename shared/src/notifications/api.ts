import { z } from "zod";
import { csvFile, endpoint } from "../contract/index.ts";
import { idOf, numberInQuery, orgIdInQuery, timeInQuery } from "../lib/index.ts";
import { channelTest } from "../channels/index.ts";
import { delivery, deliveryAttempt, deliveryFilter, deliveryId, givenUp } from "./delivery.ts";
import { device, newDevice, personalTopic, quietHours, renewedDevice, subscription } from "./preferences.ts";

const filterInQuery = {
  ...deliveryFilter,
  rule: numberInQuery.pipe(idOf("There is no such rule.")).optional(),
  channel: numberInQuery.pipe(idOf("There is no such channel.")).optional(),
  alert: numberInQuery.optional(),
  after: timeInQuery.optional(),
  org_id: orgIdInQuery.optional(),
};
const count = z.int();

export const listDeliveries = endpoint({
  name: "listDeliveries",
  summary:
    "The log of notifications, newest first, 100 to a page; `cursor` is the `next` of the page before. `counts` are those of the newest 10,000 that match the other filters, by result. A text is searched in the newest 200,000. Kept for 90 days.",
  method: "GET",
  path: "/api/notifications/deliveries",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  query: z.strictObject({ ...filterInQuery, cursor: z.string().max(100, "This is not a cursor.").optional() }),
  refusals: [404],
  replies: {
    200: z.object({
      deliveries: z.array(delivery),
      next: z.string().nullable(),
      counts: z.object({
        all: count,
        delivered: count,
        retrying: count,
        held: count,
        not_sent: count,
        failed: count,
      }),
    }),
  },
});

export const downloadDeliveries = endpoint({
  name: "downloadDeliveries",
  summary: "The same as a CSV file, all rows.",
  method: "GET",
  path: "/api/notifications/deliveries/csv",
  access: "user",
  keyScope: null,
  query: z.strictObject(filterInQuery),
  refusals: [404],
  replies: { 200: csvFile },
});

export const getDelivery = endpoint({
  name: "getDelivery",
  summary:
    "A notification with its attempts, latest first, and the text of its message, which is null before it is sent.",
  method: "GET",
  path: "/api/notifications/deliveries/:delivery",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  params: z.object({ delivery: numberInQuery.pipe(deliveryId) }),
  query: z.strictObject({}),
  replies: {
    200: z.object({ delivery, attempts: z.array(deliveryAttempt), text: z.string().nullable() }),
  },
});

export const listGivenUp = endpoint({
  name: "listGivenUp",
  summary:
    "Emails, alerts of support-log tags and other work that was given up after eight attempts in the last 30 days, newest first; at most 100. Notifications are in the log of deliveries.",
  method: "GET",
  path: "/api/notifications/given-up",
  access: "admin",
  keyScope: null,
  topics: ["notifications"],
  query: z.strictObject({}),
  replies: { 200: z.array(givenUp) },
});

/** A rule of the caller's organization, with the caller's subscription. `scope` is a text about where it applies. */
const subscribedRule = z.object({
  rule: z.int(),
  name: z.string(),
  severity: z.enum(["urgent", "warning"]),
  scope: z.string(),
  enabled: z.boolean(),
  ...subscription.shape,
});
export type SubscribedRule = z.output<typeof subscribedRule>;

/** A person's notification preferences. `push_key` is the key with which browsers subscribe, in base64url. */
const myNotifications = z.object({
  rules: z.array(subscribedRule),
  topics: z.record(personalTopic, subscription),
  quiet: quietHours.nullable(),
  push_key: z.string(),
});
export type MyNotifications = z.output<typeof myNotifications>;

export const getMyNotifications = endpoint({
  name: "getMyNotifications",
  summary: "How the caller is notified: of each rule of their organization, of what concerns them, and when not.",
  method: "GET",
  path: "/api/me/notifications",
  access: "user",
  keyScope: null,
  topics: ["notifications", "alert_rules"],
  query: z.strictObject({}),
  replies: { 200: myNotifications },
});

export const subscribeToRule = endpoint({
  name: "subscribeToRule",
  summary: "Sets how the caller is notified of the alerts of a rule of their organization.",
  method: "PUT",
  path: "/api/me/notifications/rules/:rule",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  params: z.object({ rule: numberInQuery.pipe(idOf("There is no such rule.")) }),
  body: subscription,
  replies: { 200: subscription },
});

export const subscribeToTopic = endpoint({
  name: "subscribeToTopic",
  summary: "Sets how the caller is notified of what concerns them.",
  method: "PUT",
  path: "/api/me/notifications/topics/:topic",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  params: z.object({ topic: personalTopic }),
  body: subscription,
  replies: { 200: subscription },
});

export const changeQuietHours = endpoint({
  name: "changeQuietHours",
  summary: "Sets when the caller is not to be notified; null for always.",
  method: "PUT",
  path: "/api/me/notifications/quiet-hours",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  body: z.strictObject({ quiet: quietHours.nullable() }),
  replies: { 200: z.object({ quiet: quietHours.nullable() }) },
});

const deviceParams = z.object({ device: numberInQuery.pipe(idOf("There is no such device.")) });

export const listMyDevices = endpoint({
  name: "listMyDevices",
  summary: "The caller's devices that receive push messages, newest first, also those that have ended; at most 20.",
  method: "GET",
  path: "/api/me/devices",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  query: z.strictObject({}),
  replies: { 200: z.array(device) },
});

export const addMyDevice = endpoint({
  name: "addMyDevice",
  summary:
    "Adds a browser's push subscription as a device of the caller, or renews the one with the same endpoint. At most 20 devices; above that a 409, and after 30 subscriptions a minute a 429. An address that the product does not send to is a 422.",
  method: "POST",
  path: "/api/me/devices",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  idempotencyKey: true,
  body: newDevice,
  refusals: [409],
  replies: { 201: device },
});

export const renewMyDevice = endpoint({
  name: "renewMyDevice",
  summary:
    "Replaces the subscription of a device of the caller whose browser has made another one. 404 when the caller has no device with the endpoint `before`, 422 for an address that the product does not send to, 429 after 30 subscriptions a minute.",
  method: "PUT",
  path: "/api/me/devices/subscription",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  body: renewedDevice,
  refusals: [404],
  replies: { 200: device },
});

export const removeMyDevice = endpoint({
  name: "removeMyDevice",
  summary: "Removes a device of the caller.",
  method: "DELETE",
  path: "/api/me/devices/:device",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  params: deviceParams,
  query: z.strictObject({}),
  replies: { 204: z.null() },
});

export const testMyDevice = endpoint({
  name: "testMyDevice",
  summary: "Sends a test to a device of the caller. 6 a minute; above that a 429. 409 for a device that has ended.",
  method: "POST",
  path: "/api/me/devices/:device/test",
  access: "user",
  keyScope: null,
  topics: ["notifications"],
  params: deviceParams,
  body: z.strictObject({}),
  answersWithinMs: 20_000,
  refusals: [409],
  replies: { 200: channelTest },
});
