import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { ChannelKind } from "@groundcrew/shared/channels";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { mailServer } from "../../test/mail-server.ts";
import { testSenders } from "../../test/senders.ts";
import { newWebhookSecret } from "./kinds/webhook.ts";
import {
  channelKinds,
  testContent,
  type ChannelSecrets,
  type Message,
  type MessageAlert,
  type Senders,
} from "./index.ts";

const received: { path: string; headers: Record<string, string>; body: string }[] = [];
let status = 200;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  received.push({ path: request.url ?? "", headers, body: await text(request) });
  response.writeHead(status, { "retry-after": "120" }).end('{"status":"success"}');
}
const server = createServer((request, response) => void receive(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const address = server.address();
const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
const smtp = await mailServer();

type Target = { kind: ChannelKind; secrets: ChannelSecrets };
const sendToChannel = ({ kind, secrets }: Target, message: Message, senders: Senders) =>
  channelKinds[kind].send(secrets, message, senders);

const NOW = Date.parse("2026-11-21T18:09:04.000Z");
const clock = { ms: Date.now() };
const senders = testSenders(
  { smtpUrl: smtp.url },
  { pagerDuty: { us: `${base}/us/v2/enqueue`, eu: `${base}/eu/v2/enqueue` }, now: () => clock.ms },
);

const outage: MessageAlert = {
  type: "started",
  alert: 4812,
  kind: "site_outage",
  severity: "urgent",
  title: "Site outage: Reno <&> *Co*",
  detail: "All 4 stations are offline",
  since: "2026-11-21T18:07:12.000Z",
  ended: null,
  organization: "Skyline Logistics",
  site: "Reno",
  stations: ["gc-01b640c11a99", "gc-58e02af3c6d9"],
  titles: ["Atlas 0005", "Atlas 0012"],
  station_count: 2,
  owner: null,
  rule: "Station offline",
  url: "https://groundcrew.example/attention/4812",
};

function messageOf(alerts: MessageAlert[], fields: Partial<Message> = {}): Message {
  return {
    id: "msg_2f6c",
    type: alerts[0]?.type ?? "started",
    time: new Date(NOW).toISOString(),
    severity: "urgent",
    title: "Urgent: Site outage: Reno <&> *Co* (4 stations)",
    lines: ["Skyline Logistics. All 4 stations are offline <since> 18:07 UTC."],
    foot: "Rule “Station offline” of Groundcrew.",
    open_url: "https://groundcrew.example/attention/4812",
    acknowledge_url: "https://groundcrew.example/attention/4812?acknowledge",
    alerts,
    more: 0,
    ...fields,
  };
}

const noSecret = { secret: null, old_secret: null };
const last = () => received.at(-1) ?? { path: "", headers: {}, body: "" };

test("a receiver of Standard Webhooks verifies the message with either secret while one is replaced", async () => {
  const [secret, old_secret] = [newWebhookSecret(), newWebhookSecret()];
  const target = { kind: "webhook" as const, secrets: { address: `${base}/hook`, secret, old_secret } };
  const outcome = await sendToChannel(target, messageOf([outage]), senders);
  expect(outcome).toMatchObject({ ok: true, status: 200, why: "HTTP 200.", answer: '{"status":"success"}' });
  const { headers, body } = last();
  for (const key of [secret, old_secret]) {
    expect(new Webhook(key).verify(body, headers)).toMatchObject({
      type: "alert.started",
      timestamp: "2026-11-21T18:09:04.000Z",
      data: { alert: 4812, kind: "site_outage", stations: outage.stations, url: outage.url },
    });
  }
  expect(headers["webhook-id"]).toBe("msg_2f6c");
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow("No matching signature found");
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature found");
});

test("the body of a webhook stays below 20 KB with 1,000 stations", async () => {
  const stations = Array.from({ length: 1_000 }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
  const target = {
    kind: "webhook" as const,
    secrets: { address: `${base}/hook`, secret: newWebhookSecret(), old_secret: null },
  };
  await sendToChannel(target, messageOf([{ ...outage, stations, titles: stations, station_count: 1_000 }]), senders);
  expect(last().body.length).toBeLessThan(20_000);
  expect(JSON.parse(last().body).data).toMatchObject({ station_count: 1_000 });
});

test("a webhook has the numbers of alerts that would make it too long", async () => {
  const target = {
    kind: "webhook" as const,
    secrets: { address: `${base}/hook`, ...noSecret, secret: newWebhookSecret() },
  };
  await sendToChannel(target, messageOf([outage], { more: 2, more_alerts: [4813, 4815] }), senders);
  expect(JSON.parse(last().body).data).toMatchObject({ alert: 4812, more: 2, more_alerts: [4813, 4815] });
});

test("Teams gets an Adaptive Card 1.4", async () => {
  await sendToChannel(
    { kind: "teams", secrets: { address: `${base}/teams`, ...noSecret } },
    messageOf([outage]),
    senders,
  );
  const { type, attachments } = JSON.parse(last().body);
  expect(type).toBe("message");
  expect(attachments[0].contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(attachments[0].content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
  expect(attachments[0].content.body[0].text).toBe("Urgent: Site outage: Reno <&> \\*Co\\* \\(4 stations\\)");
  expect(attachments[0].content.actions).toHaveLength(2);
});

test.each([
  ["started", "trigger"],
  ["changed", "trigger"],
  ["acknowledged", "acknowledge"],
  ["ended", "resolve"],
] as const)("an alert that has %s is a PagerDuty event %s of one incident", async (type, action) => {
  const secrets = { address: "eu", secret: "k".repeat(32), old_secret: null };
  await sendToChannel({ kind: "pagerduty", secrets }, messageOf([{ ...outage, type }]), senders);
  expect(last().path).toBe("/eu/v2/enqueue");
  const { payload, ...event } = JSON.parse(last().body);
  expect(event).toMatchObject({
    routing_key: "k".repeat(32),
    event_action: action,
    dedup_key: "groundcrew.example/3f2a9c1d/alert/4812",
  });
  expect(payload).toMatchObject({
    source: "gc-01b640c11a99",
    severity: "critical",
    timestamp: outage.since,
    group: "Reno",
  });
  expect(payload.summary.length).toBeLessThanOrEqual(1_024);
});

test("a test at PagerDuty is resolved at once", async () => {
  const content = testContent("Kari", { origin: senders.origin, now: NOW });
  const secrets = { address: "us", secret: "k".repeat(32), old_secret: null };
  await sendToChannel({ kind: "pagerduty", secrets }, { id: "msg_test", ...content }, senders);
  const events = received.slice(-2).map(({ body }) => JSON.parse(body));
  expect(events.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
    ["trigger", "msg_test"],
    ["resolve", "msg_test"],
  ]);
});

test("Alertmanager gets alerts that expire, and the end of those that have ended", async () => {
  const ended = "2026-11-21T18:38:00.000Z";
  const secrets = { address: `${base}/am/`, secret: "token", old_secret: null };
  await sendToChannel({ kind: "alertmanager", secrets }, messageOf([outage, { ...outage, alert: 5, ended }]), senders);
  expect(last()).toMatchObject({ path: "/am/api/v2/alerts", headers: { authorization: "Bearer token" } });
  const [firing, resolved] = JSON.parse(last().body);
  expect(firing.labels).toEqual({
    alertname: "site_outage",
    severity: "critical",
    source: "Groundcrew",
    installation: "3f2a9c1d",
    alert: "4812",
    organization: "Skyline Logistics",
    site: "Reno",
  });
  expect(Date.parse(firing.endsAt) - clock.ms).toBe(300_000);
  expect(resolved.endsAt).toBe(ended);
  // The required fields of a postableAlert, and that labels are texts with names as Prometheus allows.
  for (const { labels, startsAt } of [firing, resolved]) {
    expect(Date.parse(startsAt)).toBe(Date.parse(outage.since));
    for (const [name, value] of Object.entries(labels))
      expect([name, typeof value]).toEqual([expect.stringMatching(/^[a-z_]+$/), "string"]);
  }
});

test("emails about one alert are one thread, with text and HTML in which others' text is no markup", async () => {
  const secrets = { address: "oncall@groundcrew.example", ...noSecret };
  await sendToChannel({ kind: "email", secrets }, messageOf([outage]), senders);
  const outcome = await sendToChannel(
    { kind: "email", secrets },
    messageOf([{ ...outage, type: "ended" }], { id: "msg_2" }),
    senders,
  );
  expect(outcome).toMatchObject({ ok: true, why: "Accepted by the mail server." });
  const [first, second] = smtp.mails.slice(-2).map(({ raw }) => raw);
  expect(first).toContain("Message-ID: <alert-4812.3f2a9c1d@groundcrew.example>");
  expect(second).toContain("In-Reply-To: <alert-4812.3f2a9c1d@groundcrew.example>");
  expect(second).toContain("Message-ID: <msg_2@groundcrew.example>");
  expect(first).toContain("offline &lt;since&gt; 18:07");
  expect(first).toContain("https://groundcrew.example/attention/4812?acknowledge");
});

test("a failure is a sentence with what the receiver answered and how long it asks to wait", async () => {
  status = 503;
  const target = { kind: "slack" as const, secrets: { address: `${base}/chat`, ...noSecret } };
  expect(await sendToChannel(target, messageOf([outage]), senders)).toMatchObject({
    ok: false,
    status: 503,
    why: 'HTTP 503 “{"status":"success"}”.',
    gone: false,
    retryAfterMs: 120_000,
  });
  status = 410;
  expect(await sendToChannel(target, messageOf([outage]), senders)).toMatchObject({ ok: false, gone: true });
  status = 302;
  expect(await sendToChannel(target, messageOf([outage]), senders)).toMatchObject({ ok: false, status: 302 });
  const nowhere = { kind: "slack" as const, secrets: { address: "http://127.0.0.1:1/", ...noSecret } };
  expect(await sendToChannel(nowhere, messageOf([outage]), senders)).toMatchObject({ ok: false, status: null });
});
