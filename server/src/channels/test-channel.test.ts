import { CHANNEL_TESTS_A_MINUTE } from "@groundcrew/shared/channels";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { httpReceiver } from "../../test/http-receiver.ts";
import { mailServer } from "../../test/mail-server.ts";
import { testSenders } from "../../test/senders.ts";
import { openSealer } from "../platform/lib/index.ts";
import { channelRoutes } from "./index.ts";

const { answers, received, url: base } = await httpReceiver();
const smtp = await mailServer({ refuses: ["gone@harbor.example"] });

const senders = testSenders({ smtpUrl: smtp.url }, { pagerDuty: { us: `${base}/us`, eu: `${base}/eu` } });
const sealer = openSealer("a key for tests alone", "channels");
const rig = await callsRig({
  now: () => Date.now(),
  add: ({ app, db }) => channelRoutes(app, { db, sealer, senders }),
});
await sql`insert into users (id, email, org_id) overriding system value values (2, 'manager@harbor.example', ${rig.orgs.harbor})`.execute(
  rig.db,
);

beforeEach(async () => {
  answers.status = 200;
  received.splice(0);
  smtp.mails.splice(0);
  await sql`delete from channels`.execute(rig.db);
  await sql`delete from channel_tests`.execute(rig.db);
});

async function added(fields: object): Promise<{ id: number; secret: string | null }> {
  const body = { name: "On call", ...fields };
  const reply = await rig.call("harbor manager", "/channels", { method: "POST", body });
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  const { channel, secret } = reply.json();
  return { id: channel.id, secret };
}

const testOf = (id: number, who: Who = "harbor manager") =>
  rig.call(who, `/channels/${id}/test`, { method: "POST", body: {} });
const testNew = (fields: object, who: Who = "harbor manager") =>
  rig.call(who, "/channels/test", { method: "POST", body: { name: "On call", ...fields } });

async function logged() {
  const found = await sql`
    select n.type, n.title, n.channel, n.result, n.why, n.sent is not null as is_sent, m.attempts as tries, a.status, a.answer, n.message_id
    from notifications n join jobs m on m.key = n.message_id join message_attempts a on a.message_id = m.key
    order by n.id`.execute(rig.db);
  return found.rows;
}

async function listed(id: number) {
  const channels = (await rig.call("harbor manager", "/channels")).json();
  return channels.find((one: { id: number }) => one.id === id);
}

test("a test of a webhook is signed, marked as a test, and reports the answer", async () => {
  const { id, secret } = await added({ kind: "webhook", address: `${base}/hook` });
  const reply = await testOf(id);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { result: "delivered", status: 200, ms: expect.any(Number), answer: "no such room", why: "HTTP 200." },
  ]);
  const [request] = received;
  const body = new Webhook(secret ?? "").verify(request?.body ?? "", request?.headers ?? {});
  expect(body).toMatchObject({
    type: "test",
    data: { title: "Test", text: "This is a test by manager@harbor.example. Nothing has happened." },
  });
  const { last_tested, last_ok, state } = await listed(id);
  expect([last_tested, last_ok, state]).toEqual([expect.any(String), null, "never_used"]);
  expect(await logged()).toEqual([
    {
      type: "test",
      title: "Test",
      channel: "On call",
      result: "delivered",
      why: "HTTP 200.",
      is_sent: true,
      tries: 1,
      status: 200,
      answer: "no such room",
      message_id: request?.headers["webhook-id"],
    },
  ]);
});

test("a test of an email channel arrives at its address", async () => {
  const { id } = await added({ kind: "email", address: "oncall@harbor.example" });
  expect((await testOf(id)).json()).toMatchObject({
    result: "delivered",
    status: null,
    why: "Accepted by the mail server.",
  });
  expect(smtp.mails).toMatchObject([{ to: ["oncall@harbor.example"], raw: expect.stringContaining("Subject: Test") }]);
});

test("a failed test says why, and does not count as a failure of the channel", async () => {
  const { id } = await added({ kind: "mattermost", address: `${base}/room` });
  answers.status = 404;
  expect((await testOf(id)).json()).toMatchObject({
    result: "failed",
    status: 404,
    answer: "no such room",
    why: "HTTP 404 “no such room”.",
  });
  expect(await listed(id)).toMatchObject({
    state: "never_used",
    failures: 0,
    last_tested: expect.any(String),
    last_test_failed: true,
  });
  expect((await logged()).at(-1)).toMatchObject({ result: "failed", why: "HTTP 404 “no such room”.", is_sent: false });
  const { id: refused } = await added({ kind: "email", name: "Gone", address: "gone@harbor.example" });
  expect((await testOf(refused)).json()).toMatchObject({
    result: "failed",
    why: expect.stringContaining("No such mailbox"),
  });
});

test("a successful test lets a failing channel work again", async () => {
  const { id } = await added({ kind: "slack", address: `${base}/services/T` });
  await sql`update channels set last_ok = now(), gave_up = now(), failing_since = now(), failures = 8 where id = ${id}`.execute(
    rig.db,
  );
  expect(await listed(id)).toMatchObject({ state: "failing" });
  await testOf(id);
  expect(await listed(id)).toMatchObject({ state: "working", failures: 0, failing_since: null });
});

test("a channel is tested from its fields before it is created, and nothing is stored", async () => {
  const before = await logged();
  expect((await testNew({ kind: "teams", address: `${base}/workflow` })).json()).toMatchObject({ result: "delivered" });
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received[0]?.body)).toContain("This is a test by manager@harbor.example");
  expect((await rig.call("harbor manager", "/channels")).json()).toEqual([]);
  expect(await logged()).toEqual(before);
});

test("a test of PagerDuty leaves no open incident there, and Alertmanager gets an alert called Test", async () => {
  await testNew({ kind: "pagerduty", address: "eu", secret: "a".repeat(32) });
  const events = received.map(({ path, body }) => ({ path, ...JSON.parse(body) }));
  expect(events).toMatchObject([
    { path: "/eu", event_action: "trigger", payload: { summary: "Test", severity: "info" } },
    { path: "/eu", event_action: "resolve", dedup_key: events[0]?.dedup_key },
  ]);
  received.splice(0);
  await testNew({ kind: "alertmanager", address: base });
  expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toMatchObject([
    ["/api/v2/alerts", [{ labels: { alertname: "Test", severity: "info" } }]],
  ]);
});

test("an organization sends at most six tests a minute, also at once, whatever their channel", async () => {
  const { id } = await added({ kind: "webhook", address: `${base}/hook` });
  const replies = await Promise.all(
    Array.from({ length: CHANNEL_TESTS_A_MINUTE + 2 }, (_, index) =>
      index % 2 === 0 ? testOf(id) : testNew({ kind: "webhook", address: `${base}/new` }),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(CHANNEL_TESTS_A_MINUTE);
  expect(received).toHaveLength(CHANNEL_TESTS_A_MINUTE);
  const refused = replies.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json().detail).toMatch(/^An organization may send 6 tests a minute\. Try again in \d+ seconds?\.$/);
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  // Another organization has a limit of its own, and a minute later there are six more.
  const forField = await testNew({ kind: "webhook", address: `${base}/f`, org_id: rig.orgs.field }, "admin");
  expect(forField.statusCode).toBe(200);
  await sql`update channel_tests set at = at - interval '1 minute'`.execute(rig.db);
  expect((await testOf(id)).statusCode).toBe(200);
});

test("a channel that receives cannot be tested, nor can one whose secrets cannot be read", async () => {
  const { id } = await added({ kind: "email", address: "oncall@harbor.example" });
  await sql`update channels set kind = 'alertmanager_in' where id = ${id}`.execute(rig.db);
  expect((await testOf(id)).json().detail).toBe("This channel only receives alerts, so there is nothing to send.");
  expect((await testNew({ kind: "alertmanager_in", address: "" })).statusCode).toBe(409);
  const { id: unreadable } = await added({ kind: "webhook", name: "Old key", address: `${base}/hook` });
  await sql`update channels set sealed = '' where id = ${unreadable}`.execute(rig.db);
  expect((await testOf(unreadable)).statusCode).toBe(409);
  expect(received).toEqual([]);
});

test("only managers of its organization and admins test a channel, and each test is in the audit", async () => {
  const { id } = await added({ kind: "webhook", address: `${base}/hook` });
  const statuses = await Promise.all(
    (["harbor user", "field user", "staff", "harbor key", "admin"] as const).map(async (who) => {
      return (await testOf(id, who)).statusCode;
    }),
  );
  expect(statuses).toEqual([403, 403, 403, 403, 200]);
  await sql`update channels set org_id = ${rig.orgs.field} where id = ${id}`.execute(rig.db);
  expect((await testOf(id)).statusCode).toBe(404);
  expect(received).toHaveLength(1);
  const audit = await sql`
    select action, actor, org_id from audit_entries where target = ${`channel ${id}`} and action = 'testChannel'`.execute(
    rig.db,
  );
  expect(audit.rows).toEqual([{ action: "testChannel", actor: "admin@groundcrew.example", org_id: rig.orgs.harbor }]);
});
