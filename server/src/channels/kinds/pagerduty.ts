import { truncate } from "@groundcrew/shared/lib";
import type { NotificationType } from "@groundcrew/shared/notifications";
import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import { installationOf, type Installation } from "../installation-queries.ts";
import type { Message, MessageAlert } from "../message.ts";
import { exchange } from "../outcome.ts";
import { jsonRequest } from "./chat.ts";
import type { ChannelKindDefinition } from "./definition.ts";

/** Addresses for events, by region of the service. */
export const PAGER_DUTY = {
  us: "https://events.pagerduty.com/v2/enqueue",
  eu: "https://events.eu.pagerduty.com/v2/enqueue",
};

/** Events for PagerDuty (Events API v2). Its address is the region of the service, and its secret the integration key. */
export const pagerduty: ChannelKindDefinition = {
  needsSecret: true,
  isForIncidents: true,
  hasEventForEachAlert: true,
  shownAddress: (address) => address,
  async send({ address, secret }, message, senders) {
    const url = address === "eu" ? senders.pagerDuty.eu : senders.pagerDuty.us;
    const key = secret ?? "";
    const outcome = await exchange(url, pagerDutyRequest(message, key, senders), senders);
    // A test leaves no open incident.
    if (outcome.ok && message.type === "test") await exchange(url, pagerDutyResolution(message, key), senders);
    return outcome;
  },
};

const SUMMARY_MAX = 1024;
const SEVERITIES = { urgent: "critical", warning: "warning", none: "info" } as const;

type EventAction = "trigger" | "acknowledge" | "resolve";

function actionOf(type: NotificationType): EventAction {
  if (type === "acknowledged") return "acknowledge";
  return type === "ended" ? "resolve" : "trigger";
}

/** Who sends: the product, the console's address, and what tells it from other installations. */
type Source = { product: string; origin: string; installation: Installation };

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
  return jsonRequest(event);
}

function detailsOf({ detail, organization, site, titles, station_count, rule }: MessageAlert): object {
  return { detail, organization, site, stations: titles.slice(0, 50), station_count, rule };
}

/** Resolves the incident that a test has opened. */
function pagerDutyResolution(message: Message, routingKey: string): OutgoingRequest {
  return jsonRequest({ routing_key: routingKey, event_action: "resolve", dedup_key: message.id });
}
