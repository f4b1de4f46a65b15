import { writePushMessage, type PushMessage } from "@groundcrew/shared/notifications";
import { exchange, type Outcome } from "../../channels/index.ts";
import { encryptPush, vapidHeader, type PushKeyPair } from "../../platform/push/index.ts";
import type { Webhooks } from "../../platform/webhooks/index.ts";

/** The dependencies of sending push messages. `contact` is an address at which push services reach the operator, a `https:` or `mailto:` URL. */
export type PushSenders = { webhooks: Webhooks; keys: PushKeyPair; contact: string; now: () => number };

/** A subscription of a browser: where its messages go, and the keys that they are encrypted with. */
export type PushTarget = { endpoint: string; p256dh: Uint8Array; auth: Uint8Array };

/**
 * A message and how push services handle it (RFC 8030): they keep it for `ttlS` seconds while the device is not reachable, and replace one
 * that they still keep with the same `topic` (at most 32 characters of base64url).
 */
export type Push = {
  message: PushMessage;
  ttlS: number;
  urgency: "very-low" | "low" | "normal" | "high";
  topic: string | null;
};

/** The statuses with which push services answer for a subscription that has ended. */
const ENDED = new Set([404, 410]);

/** Sends a push message once. The outcome is `gone` when the browser has ended the subscription. */
export async function sendPush(target: PushTarget, push: Push, senders: PushSenders): Promise<Outcome> {
  const { keys, contact, now } = senders;
  const headers = {
    "content-type": "application/octet-stream",
    "content-encoding": "aes128gcm",
    authorization: vapidHeader(target.endpoint, keys, { contact, now: now() }),
    ttl: String(push.ttlS),
    urgency: push.urgency,
    ...(push.topic !== null && { topic: push.topic }),
  };
  const body = encryptPush(writePushMessage(push.message), target);
  const outcome = await exchange(target.endpoint, { headers, body }, senders);
  return { ...outcome, gone: outcome.status !== null && ENDED.has(outcome.status) };
}

/** The address for push services: the console's if it has a public one, otherwise the sender of its mails. */
export function pushContact({ origin, mailFrom }: { origin: string; mailFrom: string }): string {
  if (origin.startsWith("https:")) return origin;
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
