import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { addCallers } from "../../test/callers.ts";
import { callsRig } from "../../test/calls-rig.ts";
import { sealer } from "../../test/notification-rig.ts";
import { testSenders } from "../../test/senders.ts";
import { inTransaction } from "../platform/db/index.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { messageHandler } from "./messages/send-message.ts";
import { channelRoutes, testContent } from "../channels/index.ts";

const dataDir = await mkdtemp(join(tmpdir(), "groundcrew-no-mail-"));
afterAll(() => rm(dataDir, { recursive: true }));
const senders = testSenders({ smtpUrl: null, dataDir });
const rig = await callsRig({
  now: () => Date.now(),
  add: ({ app, db }) => channelRoutes(app, { db, sealer, senders }),
});
const { db, orgs } = rig;
await addCallers(rig);

const WHY = "Written to a file: no mail server is set up.";

test("without a mail server an email channel says that it does not work, and nothing counts as delivered", async () => {
  const body = { kind: "email", name: "On call", address: "oncall@harbor.example" };
  const made = (await rig.call("harbor manager", "/channels", { method: "POST", body })).json().channel;
  const state = { state: "no_mail_server", reason: null };
  expect(made).toMatchObject(state);
  expect((await rig.call("harbor manager", "/channels/test", { method: "POST", body })).json()).toMatchObject({
    result: "failed",
    why: WHY,
  });
  const reply = await rig.call("harbor manager", `/channels/${made.id}/test`, { method: "POST", body: {} });
  expect(reply.json()).toMatchObject({ result: "failed", why: WHY });

  const content = { ...testContent("Ana", { origin: senders.origin, now: Date.now() }), type: "started" as const };
  await inTransaction(db, async (tx) => {
    await sql`
      insert into jobs (kind, key, receiver, org_id, payload)
      values ('message', 'msg_1', ${`channel:${made.id}`}, ${orgs.harbor}, ${JSON.stringify(content)})`.execute(tx);
    await sql`
      insert into notifications (org_id, type, title, recipient, channel_id, group_key, urgent, message_id)
      values (${orgs.harbor}, 'started', 'Offline', ${`channel:${made.id}`}, ${made.id}, 'x', false, 'msg_1')`.execute(
      tx,
    );
  });
  const handlers = [messageHandler({ db, sealer, senders, push: async () => null })];
  const jobs = startJobs({ db, url: rig.url, handlers, log: pino({ level: "silent" }) });
  onTestFinished(() => jobs.stop());
  const log = async () => (await sql`select type, result, why, sent from notifications order by id`.execute(db)).rows;
  await expect.poll(log).toEqual([
    { type: "test", result: "not_sent", why: WHY, sent: null },
    { type: "started", result: "not_sent", why: WHY, sent: null },
  ]);
  expect(await readdir(join(dataDir, "mail"))).toHaveLength(3);
  const [listed] = (await rig.call("harbor user", "/channels")).json();
  expect(listed).toMatchObject({ ...state, last_ok: null, failures: 0, delivered: 0 });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const paused = await rig.call("harbor manager", `/channels/${made.id}/pause`, {
    method: "PUT",
    body: { rev: 1, until },
  });
  expect(paused.json()).toMatchObject({ state: "paused" });
});
