import { sql } from "kysely";
import type { MessageContent } from "../../src/channels/index.ts";
import type { Db } from "../../src/platform/db/index.ts";
import { httpReceiver, type ReceivedRequest } from "../http-receiver.ts";
import { mailServer } from "../mail-server.ts";

export type Kind = "webhook" | "email" | "pagerduty" | "alertmanager";

/** How a receiver treats what it gets. One that loses its answers keeps the message, which the sender does not know. */
export type Mode = "ok" | "fails" | "closes" | "loses answers";

/** One alert as a receiver got it. `rule` is null where the format has none. Times are in ms. */
export type Course = {
  alert: number;
  type: string;
  title: string;
  severity: string | null;
  rule: string | null;
  stations: readonly string[];
  since: number;
};

/** A message as a receiver got it: when it was formed (NaN where its format does not say) and when it arrived, with all of its text. */
export type Received = {
  id: string;
  formed: number;
  at: number;
  alerts: readonly Course[];

  text: string;
};

/** A receiver of an organization: what it has got, and when it was in which mode. */
export type Receiver = {
  key: string;
  kind: Kind;
  side: number;
  mode: Mode;
  got: Received[];
  /** Alerts of messages that it did not take, without saying so: it gets the end of what it may have taken. */
  untaken: Set<number>;
};

const ANSWERS = { ok: 202, fails: 503, closes: "close", "loses answers": "close" } as const;

/** The fields of a channel that sends to a receiver. */
export type Address = { kind: Kind; key: string };

/** Real receivers on this machine, for webhooks, PagerDuty, Alertmanager and mail. */
export async function receivers(now: () => number) {
  const all = new Map<string, Receiver>();
  const refuses: string[] = [];
  const smtp = await mailServer({ refuses });
  const http = await httpReceiver((request) => {
    const receiver = all.get(keyOf(request));
    if (!receiver) return 404;
    const message = read(receiver, request, now());
    if (receiver.mode === "ok" || receiver.mode === "loses answers") receiver.got.push(message);
    else if (receiver.mode === "closes") for (const { alert } of message.alerts) receiver.untaken.add(alert);
    return ANSWERS[receiver.mode];
  });

  return {
    url: http.url,
    smtpUrl: smtp.url,
    all,
    add(key: string, kind: Kind, side: number): Receiver {
      const receiver: Receiver = { key, kind, side, mode: "ok", got: [], untaken: new Set() };
      all.set(key, receiver);
      return receiver;
    },
    /** Changes how a receiver treats what it gets. A mail server that fails refuses the address. */
    setMode(receiver: Receiver, mode: Mode): void {
      receiver.mode = mode;
      const address = mailOf(receiver.key);
      const at = refuses.indexOf(address);
      if (at >= 0) refuses.splice(at, 1);
      if (mode !== "ok") refuses.push(address);
    },
    address({ kind, key }: Address): { address: string; secret: string | null } {
      switch (kind) {
        case "webhook":
          return { address: `${http.url}/hook/${key}`, secret: null };
        case "alertmanager":
          return { address: `${http.url}/am/${key}`, secret: null };
        case "pagerduty":
          return { address: "us", secret: key };
        case "email":
          return { address: mailOf(key), secret: null };
      }
    },
    /** Reads the mails that have arrived. One about several alerts has a line for each; which they are, its id says. */
    async collect(db: Db): Promise<void> {
      http.received.splice(0);
      for (const { to, raw } of smtp.mails.splice(0)) {
        const receiver = all.get((to[0] ?? "").split("@")[0] ?? "");
        if (receiver) receiver.got.push(await readMail(db, raw, now()));
      }
    },
  };
}

function mailOf(key: string): string {
  return `${key}@mail.example`;
}

function keyOf({ path, body }: ReceivedRequest): string {
  if (path === "/pagerduty") return JSON.parse(body).routing_key;
  return path.split("/")[2] ?? "";
}

function read({ kind }: Receiver, { body, headers }: ReceivedRequest, at: number): Received {
  const json = JSON.parse(body);
  if (kind === "webhook") {
    const { data } = json;
    const listed = (data.alerts ?? [data]).map((one: Record<string, unknown>) =>
      Object.assign(one, { type: one["state"], since: Date.parse(String(one["since"])) }),
    );
    const alerts = [...listed, ...onlyNumbered(data.state, data.more_alerts)];
    return { id: headers["webhook-id"] ?? "", formed: Date.parse(json.timestamp), at, alerts, text: body };
  }
  if (kind === "pagerduty") return readPagerDuty(json, at, body);
  const alerts = json.map(
    (one: { labels: Record<string, string>; annotations: { summary: string }; startsAt: string; endsAt: string }) => ({
      alert: Number(one.labels["alert"]),
      type: Date.parse(one.endsAt) <= at ? "ended" : "active",
      title: one.annotations.summary,
      severity: one.labels["severity"] === "critical" ? "urgent" : "warning",
      rule: null,
      stations: one.labels["station"] === undefined ? [] : [one.labels["station"]],
      since: Date.parse(one.startsAt),
    }),
  );
  return { id: "", formed: NaN, at, alerts, text: body };
}

/** Further alerts of a message that has no room for what they are about. */
function onlyNumbered(type: string, alerts: readonly number[] = []): Course[] {
  return alerts.map((alert) => ({ alert, type, title: "", severity: null, rule: null, stations: [], since: NaN }));
}

type PagerDutyEvent = {
  event_action: string;
  dedup_key: string;
  payload: { summary: string; severity: string; source: string; timestamp: string; custom_details: { rule: string } };
};

function readPagerDuty(
  { event_action: action, dedup_key: key, payload }: PagerDutyEvent,
  at: number,
  text: string,
): Received {
  const type =
    { trigger: prefixType(payload.summary), resolve: "ended", acknowledge: "acknowledged" }[action] ?? action;
  const course = {
    alert: Number(key.split("/").at(-1)),
    type,
    title: payload.summary,
    severity:
      type === "ended" || type === "acknowledged" ? null : payload.severity === "critical" ? "urgent" : "warning",
    rule: payload.custom_details.rule,
    stations: payload.source.startsWith("gc-") ? [payload.source] : [],
    since: Date.parse(payload.timestamp),
  };
  return { id: "", formed: NaN, at, alerts: [course], text };
}

const PREFIXES: Record<string, string> = {
  Over: "ended",
  Acknowledged: "acknowledged",
  Worse: "changed",
  "Still open": "repeated",
  Escalated: "escalated",
  Flapping: "flapping",
};

/** The type of what a title says. */
function prefixType(title: string): string {
  return PREFIXES[title.split(":")[0] ?? ""] ?? "started";
}

/** A mail about one alert is in the thread of that alert. One about several has a line for each; which they are, its id says. */
async function readMail(db: Db, raw: string, at: number): Promise<Received> {
  const text = decoded(raw);
  const id = /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? "";
  const thread = /^In-Reply-To: <alert-(\d+)\./im.exec(text)?.[1] ?? /^alert-(\d+)\./.exec(id)?.[1];
  const { rows } = await sql<{
    content: MessageContent;
  }>`select payload as content from jobs where key = ${id}`.execute(db);
  const content = rows[0]?.content;
  const formed = content ? Date.parse(content.time) : NaN;
  if (thread === undefined) {
    const listed = (content?.alerts ?? []).map((one) => Object.assign({}, one, { since: Date.parse(one.since) }));
    const alerts = [...listed, ...onlyNumbered(content?.type ?? "", content?.more_alerts)];
    return { id, formed, at, alerts, text };
  }
  const title = /^Subject: ([^\r]*)/m.exec(text)?.[1] ?? "";
  const rule = /Rule “([^”]*)”/.exec(text)?.[1] ?? null;
  const course = {
    alert: Number(thread),
    type: prefixType(title),
    title,
    severity: null,
    rule,
    stations: [],
    since: NaN,
  };
  return { id: `${id} ${title}`, formed, at, alerts: [course], text };
}

/** A mail with its encoded words and lines put together, and its bytes read as letters. */
function decoded(raw: string): string {
  const end = raw.indexOf("\r\n\r\n");
  const words = raw
    .slice(0, end)
    .replaceAll(/\?=\r\n[ \t]+=\?UTF-8\?Q\?/gi, "")
    .replaceAll(/\r\n[ \t]+/g, " ");
  const headers = words.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => word.replaceAll("_", " "));
  const bytes = `${headers}${raw.slice(end).replaceAll("=\r\n", "")}`;
  const decode = (text: string) => Buffer.from(text.replaceAll("=", "%"), "latin1");
  return bytes.replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => decodeURIComponent(decode(codes).toString()));
}
