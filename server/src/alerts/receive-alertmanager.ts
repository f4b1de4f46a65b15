import { receiveAlertmanagerAlerts, type AlertmanagerAlert } from "@groundcrew/shared/alerts";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import { isStorable, MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { insertAudit, sourceOf } from "../audit/index.ts";
import { findReceiver, noteSuccess } from "../channels/index.ts";
import { inTransaction, type Db } from "../db/index.ts";
import { answer, Problem, route, type Call } from "../http/index.ts";
import type { Sealer } from "../lib/index.ts";
import { applyFindings } from "./apply-findings.ts";
import { NO_RULE, type Finding, over } from "./finding.ts";
import { putExpiry, RESENT_WITHIN_MS } from "./staff-finding-queries.ts";

type ReceiverOptions = {
  /** With every tenant's data: the caller is known by the token of a channel only. */
  every: Db;
  /** Of the secrets of channels. */
  sealer: Sealer;
  brand: Pick<Brand, "product">;
  now: () => number;
};

/** Receives alerts of Prometheus Alertmanager by the provider's channels. */
export function alertmanagerRoutes(app: FastifyInstance, options: ReceiverOptions): void {
  route(app, receiveAlertmanagerAlerts, (call) => receive(options, call));
}

async function receive({ every, sealer, brand, now }: ReceiverOptions, call: Call<typeof receiveAlertmanagerAlerts>) {
  const { headers, body, request } = call;
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  const channel = token === undefined ? undefined : await findReceiver(every, sealer, token);
  if (!channel) throw new Problem(401, "Send the token of a channel that receives alerts and is not paused.");
  const findings = body.alerts.map((alert) => findingOf(channel.id, alert));
  const at = now();
  await applyFindings(every, { findings }, { stateOf: () => "online", support: supportName(brand), now: at });
  const firing = body.alerts.filter(({ status }) => status === "firing");
  await inTransaction(every, async (tx) => {
    await putExpiry(
      tx,
      firing.map((alert) => ({ subject: subjectOf(channel.id, alert), expires: expiryOf(alert, at) })),
    );
    await noteSuccess(tx, channel.id, false);
    const source = sourceOf({ kind: "server" }, request);
    const after = { firing: firing.length, resolved: findings.length - firing.length };
    await insertAudit(tx, source, { target: `channel ${channel.id}`, orgId: channel.org_id, after });
  });
  return answer(204, null);
}

const URGENT = new Set(["critical", "page", "emergency", "urgent"]);
/** A message may take this long after the end that an alert names. */
const LATE_MS = MINUTE_MS;
const TITLE_MAX = 200;
const DETAIL_MAX = 1_000;

/** The subject of an alert: two Alertmanagers may know the same labels, but each has a channel of its own. */
function subjectOf(channel: number, { fingerprint }: Pick<AlertmanagerAlert, "fingerprint">): string {
  return `external:${channel}:${fingerprint.toLowerCase()}`;
}

/** When a firing alert ends unless it is sent again. */
function expiryOf({ endsAt }: AlertmanagerAlert, now: number): Timestamp {
  const known = endsAt === undefined ? 0 : Date.parse(endsAt);
  const expires = known > now ? Math.min(known + LATE_MS, now + RESENT_WITHIN_MS) : now + RESENT_WITHIN_MS;
  return new Date(expires).toISOString();
}

/** What an alert of Alertmanager says about the alert with its fingerprint. */
function findingOf(channel: number, alert: AlertmanagerAlert): Finding {
  const { status, labels, annotations, startsAt } = alert;
  const subject = subjectOf(channel, alert);
  if (status === "resolved") return over({ rule: NO_RULE, kind: "external", subject });
  const { alertname = "", severity = "" } = labels;
  const { summary = "", description = "" } = annotations;
  const about = { kind: "external", subject, station: null, orgId: null, site: null, members: [] } as const;
  const title = shortened(summary, TITLE_MAX) || shortened(alertname, TITLE_MAX) || "Alert without a name";
  const content = {
    severity: URGENT.has(severity.toLowerCase()) ? "urgent" : "warning",
    since: Date.parse(startsAt),
    level: 1,
    title,
    plain: title,
    detail: shortened(description, DETAIL_MAX) || shortened(labelsText(labels), DETAIL_MAX),
    why: null,
    stations: 0,
  } as const;
  return { type: "holds", rule: NO_RULE, about, content };
}

/** The labels other than the name and severity: `instance=db-1:9187, job=postgres`. */
function labelsText(labels: Record<string, string>): string {
  return Object.entries(labels)
    .filter(([name]) => name !== "alertname" && name !== "severity")
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/** A text on one line, without what cannot be stored. */
function shortened(text: string, max: number): string {
  const line = (isStorable(text) ? text : text.replaceAll("\0", "").toWellFormed()).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join("")}…`;
}
