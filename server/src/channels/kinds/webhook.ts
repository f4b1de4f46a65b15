import { createHmac, randomBytes } from "node:crypto";
import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import type { Message, MessageAlert } from "../message.ts";
import { exchange } from "../outcome.ts";
import { hostOf, type ChannelKindDefinition } from "./definition.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Standard Webhooks asks for bodies below 20 KB. */
const STATIONS_MAX = 200;

/** Posts messages that are signed as Standard Webhooks specifies. */
export const webhook: ChannelKindDefinition = {
  isPosted: true,
  shownAddress: hostOf,
  newSecret: newWebhookSecret,
  send({ address, secret, old_secret }, message, senders) {
    const valid = [secret, old_secret].filter((one) => one !== null);
    const signing = { now: senders.now(), installation: senders.installation.id };
    return exchange(address, webhookRequest(message, valid, signing), senders);
  },
};

/** A new secret in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * A signed webhook (Standard Webhooks 1.0.0). `secrets` are the valid ones; each signs. `now` (ms) is the time of the attempt, while the id is
 * that of the message. A message with several alerts has the first one as `data`, and all of them in `data.alerts`; of further ones, which would
 * make it too long, it has the numbers in `data.more_alerts`. `installation` tells alerts with the same number of several consoles apart.
 */
export function webhookRequest(
  message: Message,
  secrets: readonly string[],
  { now, installation }: { now: number; installation: string },
): OutgoingRequest {
  const data = { ...dataOf(message), installation };
  const body = JSON.stringify({ type: typeOf(message), timestamp: message.time, data });
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${message.id}.${timestamp}.${body}`)}`);
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    },
    body,
  };
}

function signatureOf(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(text).digest("base64");
}

function typeOf({ type, alerts }: Message): string {
  return alerts.length > 0 ? `alert.${type}` : type;
}

function dataOf({ alerts, lines, open_url, more, more_alerts = [], title }: Message): object {
  const [first, ...others] = alerts;
  if (!first) return { title, text: lines.join("\n"), url: open_url };
  if (others.length === 0 && more === 0) return alertData(first);
  return { ...alertData(first), alerts: alerts.map(alertData), more, more_alerts };
}

function alertData(alert: MessageAlert): object {
  const { type, titles: _, stations, station_count, ...fields } = alert;
  return { ...fields, state: type, stations: stations.slice(0, STATIONS_MAX), station_count };
}
