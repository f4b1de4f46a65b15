import { receiveAlertmanagerAlerts, type AlertmanagerAlert } from "@groundcrew/shared/alerts";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import { countText, MINUTE_MS, storable, type Timestamp } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { insertAudit, sourceOf } from "../audit/index.ts";
import { findReceiver, recordSuccess } from "../channels/index.ts";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { admittingRoute, answer, Problem, type Call } from "../platform/http/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import { countWrongToken, type Throttle } from "../platform/throttle/index.ts";
import { applyFindings } from "./life/apply-findings.ts";
import { firing, NO_RULE, resolved, subjectOf as subjectOfFinding, type Finding } from "./life/finding.ts";
import { putExpiry, RESENT_WITHIN_MS, selectReceived, type ReceivedAlert } from "./evaluation/staff-finding-queries.ts";

type ReceiverOptions = {
  /** With the data of every tenant, because the caller is identified only by the token of a channel. */
  every: Db;
  /** Opens the secrets of channels. */
  sealer: Sealer;
  brand: Pick<Brand, "product">;
  throttle: Throttle;
  now: () => number;
};

/** Alerts of a channel that can be active at once. */
const ACTIVE_MAX = 1_000;

/** Receives alerts of Prometheus Alertmanager by the provider's channels. */
export function alertmanagerRoutes(app: FastifyInstance, options: ReceiverOptions): void {
  // Before the body is read, which may be long.
  const admit = async ({ headers, ip }: { headers: Headers; ip: string }) => {
    if (await channelOf(options, headers)) return;
    await countWrongToken(options.throttle, "alertmanager", ip);
    throw wrongToken();
  };
  admittingRoute(app, receiveAlertmanagerAlerts, { admit, handle: (call) => receive(options, call) });
}

type Headers = { authorization?: string | undefined };

async function channelOf({ every, sealer }: ReceiverOptions, { authorization = "" }: Headers) {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
  return token === undefined ? undefined : findReceiver(every, sealer, token);
}

function wrongToken(): Problem {
  return new Problem(401, "Send the token of a channel that receives alerts and is not paused.");
}

async function receive(options: ReceiverOptions, call: Call<typeof receiveAlertmanagerAlerts>) {
  const { every, brand, now } = options;
  const { headers, body, request } = call;
  const channel = await channelOf(options, headers);
  if (!channel) throw wrongToken();
  const known = await selectReceived(every, channel.id);
  const { findings, leftOut } = withinLimit(
    body.alerts.map((alert) => findingOf(channel.id, alert)),
    known,
  );
  const at = now();
  await applyFindings(every, { findings }, { stateOf: () => "online", support: supportName(brand), now: at });
  const firing = body.alerts.filter(({ status }) => status === "firing");
  await inTransaction(every, async (tx) => {
    await putExpiry(
      tx,
      firing.map((alert) => ({ subject: subjectOf(channel.id, alert), expires: expiryOf(alert, at) })),
    );
    await recordSuccess(tx, channel.id, false);
    const after = changesIn(findings, known);
    if (after.firing + after.resolved === 0) return;
    const target = `channel ${channel.id}`;
    const source = sourceOf({ kind: "server", name: target }, request);
    await insertAudit(tx, source, { target, orgId: channel.org_id, after });
  });
  if (leftOut === 0) return answer(204, null);
  const few = `At most ${countText(ACTIVE_MAX, "alert")} of a channel can be active.`;
  throw new Problem(
    422,
    `${few} ${countText(leftOut, "alert")} of this message ${leftOut === 1 ? "was" : "were"} left out.`,
  );
}

/** Removes the findings that would make too many alerts active, and counts them. */
function withinLimit(findings: readonly Finding[], known: ReadonlyMap<string, ReceivedAlert>) {
  const ended = new Set(findings.filter(({ type }) => type === "resolved").map(subjectOfFinding));
  let free = ACTIVE_MAX - [...known.keys()].filter((subject) => !ended.has(subject)).length;
  const added = new Set<string>();
  const kept = findings.filter((finding) => {
    const subject = subjectOfFinding(finding);
    if (finding.type !== "firing" || known.has(subject) || added.has(subject)) return true;
    if (free <= 0) return false;
    free -= 1;
    added.add(subject);
    return true;
  });
  return { findings: kept, leftOut: findings.length - kept.length };
}

/** The numbers of alerts that begin or change, and that end. */
function changesIn(findings: readonly Finding[], known: ReadonlyMap<string, ReceivedAlert>) {
  const isChange = (finding: Finding) => {
    const before = known.get(subjectOfFinding(finding));
    if (finding.type !== "firing" || before === undefined) return finding.type === "firing" || before !== undefined;
    return RECEIVED_FIELDS.some((field) => before[field] !== finding.content[field]);
  };
  const changes = findings.filter(isChange);
  const firing = changes.filter(({ type }) => type === "firing").length;
  return { firing, resolved: changes.length - firing };
}

const RECEIVED_FIELDS = ["severity", "title", "detail"] as const;

const URGENT = new Set(["critical", "page", "emergency", "urgent"]);
/** A message may take this long after the end that an alert names. */
const LATE_MS = MINUTE_MS;
const TITLE_MAX = 200;
const DETAIL_MAX = 1_000;

/** The subject of an alert. Two Alertmanagers may send the same labels, but each has a channel of its own. */
function subjectOf(channel: number, { fingerprint }: Pick<AlertmanagerAlert, "fingerprint">): string {
  return `external:${channel}:${fingerprint.toLowerCase()}`;
}

/** When a firing alert ends unless it is sent again. */
function expiryOf({ endsAt }: AlertmanagerAlert, now: number): Timestamp {
  const known = endsAt === undefined ? 0 : Date.parse(endsAt);
  const expires = known > now ? Math.min(known + LATE_MS, now + RESENT_WITHIN_MS) : now + RESENT_WITHIN_MS;
  return new Date(expires).toISOString();
}

/** The finding of an alert from Alertmanager. */
function findingOf(channel: number, alert: AlertmanagerAlert): Finding {
  const { status, labels, annotations, startsAt } = alert;
  const subject = subjectOf(channel, alert);
  if (status === "resolved") return resolved({ rule: NO_RULE, kind: "external", subject });
  const { alertname = "", severity = "" } = labels;
  const { summary = "", description = "" } = annotations;
  const title = shortened(summary, TITLE_MAX) || shortened(alertname, TITLE_MAX) || "Alert without a name";
  const content = {
    severity: URGENT.has(severity.toLowerCase()) ? "urgent" : "warning",
    since: Date.parse(startsAt),
    title,
    detail: shortened(description, DETAIL_MAX) || shortened(labelsText(labels), DETAIL_MAX),
    stations: 0,
  } as const;
  return firing({ rule: NO_RULE, about: { kind: "external", subject }, content });
}

/** The labels other than the name and severity: `instance=db-1:9187, job=postgres`. */
function labelsText(labels: Record<string, string>): string {
  return Object.entries(labels)
    .filter(([name]) => name !== "alertname" && name !== "severity")
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/** A text on one line, without characters that cannot be stored. */
function shortened(text: string, max: number): string {
  const line = storable(text).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join("")}…`;
}
