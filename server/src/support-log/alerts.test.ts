import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { mailServer } from "../../test/mail-server.ts";
import { addTag, emptyLog, HARBOR, triageRig } from "../../test/triage-rig.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { alertHandler } from "./index.ts";

const { db, url, call } = await triageRig();
const log = pino({ level: "silent" });
const smtp = await mailServer({ refuses: ["gone@groundcrew.example"] });

/** A receiver of webhooks that answers with `status`. */
let status = 204;
const received: { type: string; body: unknown }[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ type: request.headers["content-type"] ?? "", body: JSON.parse(await text(request)) });
  response.writeHead(status).end();
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const address = receiver.address();
const hook = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/T1`;

const handler = alertHandler({
  db,
  mailer: openMailer({ smtpUrl: smtp.url, from: "console@groundcrew.example", dataDir: "/nonexistent", log }),
  webhooks: openWebhooks({ allowPrivate: true }),
  brand: { product: "Groundcrew" },
  origin: "https://console.example",
});
const jobs = startJobs({ db, url, handlers: [handler], log });
afterAll(async () => {
  await jobs.stop();
  receiver.close();
});

const mail = await addTag(db, { name: "mail", alerting: true, alert_target: "ops@groundcrew.example" });
const sameMail = await addTag(db, { name: "again", alerting: true, alert_target: "ops@groundcrew.example" });
const unreachable = await addTag(db, { name: "gone", alerting: true, alert_target: "gone@groundcrew.example" });
const webhook = await addTag(db, { name: "hook", alerting: true, alert_target: hook });
const plain = await addTag(db, { name: "belt" });

beforeEach(async () => {
  await emptyLog(db);
  await db.deleteFrom("jobs").execute();
  smtp.mails.splice(0);
  received.splice(0);
  status = 204;
});

// An alert that is still being delivered must not reach the receivers of the next test.
afterEach(settled);

/** Waits until the queue has no pending jobs. */
async function settled(): Promise<void> {
  const open = () => db.selectFrom("jobs").select("id").where("ended", "is", null).execute();
  await expect.poll(open).toEqual([]);
}

async function report(tags: number[], content = "Roof does not close") {
  const body = { content, status: "incident_needs_action", tags };
  const reply = await call("admin", `/stations/${HARBOR}/supportlog`, { method: "POST", body });
  expect(reply.statusCode).toBe(201);
  return reply.json();
}

/** The states of the alerts of the only entry. */
async function alerts() {
  const [entry] = (await call("admin", "/supportlog/entries")).json();
  return entry.alerts;
}

/** Makes the next attempt due now. */
async function letTimePass() {
  await db
    .updateTable("jobs")
    .set({ run_after: sql<string>`now()` })
    .where("ended", "is", null)
    .execute();
  await sql`notify jobs`.execute(db);
}

test("an incident is emailed to the address of its tag, with its text and a link to it", async () => {
  const { id, alerts: atFirst } = await report([mail, plain], "Roof does not close\nsince noon");
  expect(atFirst).toEqual([{ target: "ops@groundcrew.example", state: "waiting", attempts: 0, error: null }]);
  await expect
    .poll(alerts)
    .toEqual([{ target: "ops@groundcrew.example", state: "delivered", attempts: 1, error: null }]);
  expect(smtp.mails).toMatchObject([{ to: ["ops@groundcrew.example"] }]);
  const raw = smtp.mails[0]?.raw ?? "";
  expect(raw).toContain(`Subject: Groundcrew: incident at Serial of ${HARBOR}\r\n`);
  expect(raw).toContain("admin@groundcrew.example reported an incident");
  expect(raw).toContain("Roof does not close\r\nsince noon");
  expect(raw).toContain("Tags: belt, mail");
  expect(raw).toContain(`https://console.example/supportlog/entries#${id}`);
});

test("an incident is posted to the webhook of its tag", async () => {
  const { id, created } = await report([webhook]);
  await expect.poll(alerts).toMatchObject([{ target: hook, state: "delivered", attempts: 1 }]);
  expect(received).toEqual([
    {
      type: "application/json",
      body: {
        kind: "new_incident",
        alert: expect.any(Number),
        entry: {
          id,
          url: `https://console.example/supportlog/entries#${id}`,
          author: "admin@groundcrew.example",
          created,
          content: "Roof does not close",
          tags: ["hook"],
        },
        station: { name: HARBOR, serial_number: `Serial of ${HARBOR}`, organization_name: "Harbor Air" },
      },
    },
  ]);
});

test("each target is alerted once, even if several tags name it", async () => {
  await report([mail, sameMail, webhook]);
  await expect
    .poll(async () => (await alerts()).map(({ state }: { state: string }) => state))
    .toEqual(["delivered", "delivered"]);
  expect(smtp.mails).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test("a failed delivery is reported with its reason and retried", async () => {
  const host = new URL(hook).host;
  const failure = (status: number) => `${host} answered with status ${status}.`;
  status = 500;
  await report([webhook]);
  await expect.poll(alerts).toEqual([{ target: hook, state: "waiting", attempts: 1, error: failure(500) }]);
  status = 503;
  await letTimePass();
  await expect.poll(alerts).toEqual([{ target: hook, state: "waiting", attempts: 2, error: failure(503) }]);
  status = 200;
  await letTimePass();
  await expect.poll(alerts).toEqual([{ target: hook, state: "delivered", attempts: 3, error: null }]);
  expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("after the last attempt a delivery is abandoned, and a target that fails does not delay others", async () => {
  await report([unreachable, mail]);
  const refused = { target: "gone@groundcrew.example", error: expect.stringContaining("No such mailbox") };
  const delivered = { target: "ops@groundcrew.example", state: "delivered" };
  await expect.poll(alerts).toMatchObject([delivered, { ...refused, state: "waiting", attempts: 1 }]);
  await db.updateTable("jobs").set({ attempts: 7 }).where("ended", "is", null).execute();
  await letTimePass();
  await expect.poll(alerts).toMatchObject([delivered, { ...refused, state: "failed", attempts: 8 }]);
  expect(smtp.mails).toHaveLength(1);
});

test("a refused incident sends no alert", async () => {
  const body = { content: "x", status: "incident_needs_action", tags: [mail], attached_errors: [999_999] };
  await call("admin", `/stations/${HARBOR}/supportlog`, { method: "POST", body });
  expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test.each(["note", "record"])("a %s sends no alert", async (kind) => {
  const body = { content: "x", status: kind, tags: [mail] };
  const reply = await call("admin", `/stations/${HARBOR}/supportlog`, { method: "POST", body });
  expect(reply.json().alerts).toEqual([]);
  expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test("replies and status changes send no further alerts", async () => {
  const { id } = await report([mail]);
  const reply = { content: "On it", status: "record", tags: [webhook] };
  await call("admin", `/supportlog/entries/${id}/replies`, { method: "POST", body: reply });
  for (const to of ["incident_resolved", "incident_needs_action"]) {
    await call("admin", `/supportlog/entries/${id}`, { method: "PATCH", body: { status: to } });
  }
  expect(await db.selectFrom("jobs").select("id").execute()).toHaveLength(1);
});

test("the text of an incident cannot inject a header", async () => {
  await report([mail], "x\r\nBcc: thief@evil.example\r\n\r\n<script>");
  await expect.poll(alerts).toMatchObject([{ state: "delivered" }]);
  expect(smtp.mails[0]?.to).toEqual(["ops@groundcrew.example"]);
  expect(smtp.mails[0]?.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc/im);
});

test("a job stores neither the target nor the text of the alert", async () => {
  await report([webhook], "A very private matter");
  const [job] = await db.selectFrom("jobs").select(["payload", "subject"]).execute();
  expect(JSON.stringify(job)).not.toMatch(/T1|private/);
});
