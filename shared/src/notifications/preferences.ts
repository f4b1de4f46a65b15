import { z } from "zod";
import { lineOf, timestamp } from "../lib/index.ts";
import { timeZone } from "./quiet.ts";

/** Devices that one person may have. */
export const DEVICES_MAX = 20;
/** Tests that one person may send to their devices in a minute. */
export const DEVICE_TESTS_A_MINUTE = 6;
/** Subscriptions that one person may enter in a minute: the names of their servers are looked up. */
export const SUBSCRIPTIONS_A_MINUTE = 30;

/** The ways in which a person wants to be notified. */
export const subscription = z.strictObject({ email: z.boolean(), push: z.boolean() });
export type Subscription = z.output<typeof subscription>;

/** The subscription to events that concern a person, unless they have chosen otherwise. */
export const DEFAULT_SUBSCRIPTION: Subscription = { email: true, push: true };

/**
 * Events that concern one person: something was assigned to them; something that they own or assigned was not acknowledged, or has another
 * owner or none; maintenance that they started is about to end; a monthly report of availability that is sent to them.
 */
export const personalTopic = z.enum(["assigned", "maintenance_ending", "availability"]);
export type PersonalTopic = z.output<typeof personalTopic>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Give a time of day, such as 22:00.");

/**
 * The quiet hours of a person, in their time zone: from a time of day to another, which may be on the next day. With `urgent_after_hour`, urgent
 * alerts that have no owner after an hour are sent all the same.
 */
export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, zone: timeZone, urgent_after_hour: z.boolean() })
  .refine(({ from, to }) => from !== to, { error: "Choose two different times.", path: ["to"] });
export type QuietHours = z.output<typeof quietHours>;

/**
 * A browser in which a person receives push messages. `ended` is when and `end_reason` why it stopped: the browser ended the subscription.
 * `fingerprint` is the start of the SHA-256 of the subscription's endpoint, in hex, by which a browser recognizes itself.
 */
export const device = z.object({
  id: z.int(),
  name: z.string(),
  created: timestamp,
  last_sent: timestamp.nullable(),
  ended: timestamp.nullable(),
  end_reason: z.string().nullable(),
  fingerprint: z.string(),
});
export type Device = z.output<typeof device>;

/** A base64url text of a number of bytes. */
function keyOf(bytes: number) {
  const characters = Math.ceil((bytes * 4) / 3);
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}=*$`), "This is not a key of a subscription.");
}

/** A subscription as browsers give it (`PushSubscription.toJSON()`). */
const pushSubscription = {
  endpoint: z
    .string()
    .max(1_000, "Use at most 1000 characters.")
    .regex(/^https?:\/\/\S+$/, "This is not the endpoint of a subscription."),
  keys: z.strictObject({ p256dh: keyOf(65), auth: keyOf(16) }),
};

/** A subscription, and the name of the device. */
export const newDevice = z.strictObject({ name: lineOf(60, "Enter a name."), ...pushSubscription });
export type NewDevice = z.output<typeof newDevice>;

/** A subscription that a browser has made in place of the one with the endpoint `before`. */
export const renewedDevice = z.strictObject({ before: pushSubscription.endpoint, ...pushSubscription });
export type RenewedDevice = z.output<typeof renewedDevice>;
