import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import { installationOf, type Installation } from "../installation-queries.ts";
import type { Message, MessageAlert } from "../message.ts";
import { exchange, type Senders } from "../outcome.ts";
import type { ChannelSecrets } from "../secrets.ts";
import { hostOf, type ChannelKindDefinition } from "./definition.ts";

/** Gives alerts to Prometheus Alertmanager. Its secret is the token that a proxy before it expects. */
export const alertmanager: ChannelKindDefinition = {
  isPosted: true,
  isForIncidents: true,
  hasSecretOfAddress: true,
  shownAddress: hostOf,
  send(secrets, message, senders) {
    if (message.type !== "test") return sendAlerts(secrets, message.alerts, senders);
    return exchange(alertmanagerAddress(secrets.address), alertmanagerTest(message, secrets.secret, senders), senders);
  },
  sendAgain: sendAlerts,
};

function sendAlerts({ address, secret }: ChannelSecrets, alerts: readonly MessageAlert[], senders: Senders) {
  const { product, installation, now } = senders;
  const request = alertmanagerRequest(alerts, { token: secret, now: now(), product, installation });
  return exchange(alertmanagerAddress(address), request, senders);
}

const SEVERITIES = { urgent: "critical", warning: "warning", none: "info" } as const;

/** The product that sends, and what tells it from other installations. */
type Source = { product: string; installation: Installation };

/** How long Alertmanager keeps an alert that is not sent again, in ms. */
const EXPIRES_MS = 5 * 60_000;
const TEST_MS = 60_000;

/**
 * Alerts for Prometheus Alertmanager (`POST /api/v2/alerts`). It forgets what is not sent again, so open alerts are sent every minute, and
 * `endsAt` is some minutes ahead.
 */
export function alertmanagerRequest(
  alerts: readonly MessageAlert[],
  { token, now, product, installation }: { token: string | null; now: number } & Source,
): OutgoingRequest {
  const body = alerts.map((alert) => ({
    labels: labelsOf(alert, { product, installation }),
    annotations: { summary: alert.title, description: alert.detail },
    startsAt: alert.since,
    endsAt: alert.ended ?? new Date(now + EXPIRES_MS).toISOString(),
    generatorURL: alert.url,
  }));
  return alertsRequest(body, token);
}

/** A test for Alertmanager: an alert called Test, which has ended within a minute. */
function alertmanagerTest(
  message: Message,
  token: string | null,
  { now, product }: Pick<Senders, "now" | "product">,
): OutgoingRequest {
  const test = {
    labels: { alertname: "Test", severity: SEVERITIES.none, source: product },
    annotations: { summary: message.title, description: message.lines.join("\n") },
    startsAt: message.time,
    endsAt: new Date(now() + TEST_MS).toISOString(),
    generatorURL: message.open_url,
  };
  return alertsRequest([test], token);
}

function alertsRequest(alerts: readonly object[], token: string | null): OutgoingRequest {
  return {
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(alerts),
  };
}

function labelsOf(
  { kind, severity, alert, organization, site, stations }: MessageAlert,
  { product, installation }: Source,
): object {
  const labels = {
    alertname: kind,
    severity: SEVERITIES[severity],
    source: product,
    installation: installationOf(alert, installation),
    alert: String(alert),
    organization,
    site,
    station: stations.length === 1 ? stations[0] : null,
  };
  // An empty label is the same as none.
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => typeof value === "string" && value !== ""));
}

/** Alertmanager's address for alerts, from the one that a person entered. */
function alertmanagerAddress(base: string): string {
  return /\/api\/v2\/alerts\/?$/.test(base) ? base : `${base.replace(/\/+$/, "")}/api/v2/alerts`;
}
