import { truncate } from "@groundcrew/shared/lib";
import type { NotificationType } from "@groundcrew/shared/notifications";
import type { OutgoingRequest } from "../webhooks/index.ts";
import { installationOf, type Installation } from "./installation-queries.ts";
import type { Message, MessageAlert } from "./message.ts";

const SUMMARY_MAX = 1024;
const SEVERITIES = { urgent: "critical", warning: "warning", none: "info" } as const;

type EventAction = "trigger" | "acknowledge" | "resolve";

function actionOf(type: NotificationType): EventAction {
  if (type === "acknowledged") return "acknowledge";
  return type === "ended" ? "resolve" : "trigger";
}

/** Who sends: the product, the console's address, and what tells it from other installations. */
export type Source = { product: string; origin: string; installation: Installation };

/**
 * An event for PagerDuty (Events API v2). The `dedup_key` names the installation and the alert, so that everything about one alert is one
 * incident there. A database that was copied to another address has keys of its own. A test opens an incident that the next request resolves,
 * see `pagerDutyResolution`.
 */
export function pagerDutyRequest(
  message: Message,
  routingKey: string,
  { product: source, origin, installation }: Source,
): OutgoingRequest {
  const [alert] = message.alerts;
  const id = alert ? installationOf(alert.alert, installation) : null;
  const from = id === null ? source : `${new URL(origin).host}/${id}`;
  const event = {
    routing_key: routingKey,
    event_action: alert ? actionOf(alert.type) : "trigger",
    dedup_key: alert ? `${from}/alert/${alert.alert}` : message.id,
    client: source,
    client_url: message.open_url,
    links: [{ href: message.open_url, text: "Open in the console" }],
    payload: {
      summary: truncate(message.title, SUMMARY_MAX),
      source: alert?.stations[0] ?? source,
      severity: SEVERITIES[message.severity],
      timestamp: alert?.since ?? message.time,
      class: alert?.kind ?? message.type,
      group: alert?.site ?? alert?.organization ?? source,
      custom_details: alert ? detailsOf(alert) : { text: message.lines.join("\n") },
    },
  };
  return json(event);
}

function detailsOf({ detail, organization, site, titles, station_count, rule }: MessageAlert): object {
  return { detail, organization, site, stations: titles.slice(0, 50), station_count, rule };
}

/** Resolves the incident that a test has opened. */
export function pagerDutyResolution(message: Message, routingKey: string): OutgoingRequest {
  return json({ routing_key: routingKey, event_action: "resolve", dedup_key: message.id });
}

/** How long Alertmanager keeps an alert that is not sent again, in ms. */
const EXPIRES_MS = 5 * 60_000;
const TEST_MS = 60_000;

/**
 * Alerts for Prometheus Alertmanager (`POST /api/v2/alerts`). It forgets what is not sent again, so open alerts are sent every minute, and
 * `endsAt` is some minutes ahead.
 */
export function alertmanagerRequest(
  alerts: readonly MessageAlert[],
  {
    token,
    now,
    product,
    installation,
  }: { token: string | null; now: number } & Pick<Source, "product" | "installation">,
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
export function alertmanagerTest(
  message: Message,
  { token, now, product }: { token: string | null; now: number; product: string },
): OutgoingRequest {
  const test = {
    labels: { alertname: "Test", severity: SEVERITIES.none, source: product },
    annotations: { summary: message.title, description: message.lines.join("\n") },
    startsAt: message.time,
    endsAt: new Date(now + TEST_MS).toISOString(),
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
  { product, installation }: Pick<Source, "product" | "installation">,
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
export function alertmanagerAddress(base: string): string {
  return /\/api\/v2\/alerts\/?$/.test(base) ? base : `${base.replace(/\/+$/, "")}/api/v2/alerts`;
}

function json(body: object): OutgoingRequest {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
