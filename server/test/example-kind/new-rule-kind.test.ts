import { sql } from "kysely";
import { condition, conditionText, kindLabels, isStaffKind, ruleKind } from "@groundcrew/shared/alerts";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { messageHandler } from "../../src/notifications/index.ts";
import { startJobs } from "../../src/platform/jobs/index.ts";
import { evaluationRig } from "../evaluation-rig.ts";
import { httpReceiver } from "../http-receiver.ts";
import { sealer } from "../notification-rig.ts";
import { testSenders } from "../senders.ts";
import { SECRET } from "../sending-rig.ts";

/** The example's kind, which a line in `kinds/index.ts` lists here, see `list-example.ts`. */
const kind = ruleKind.parse("failed_batteries");
const CONDITION = condition.parse({ kind, count: 2 });

const rig = await evaluationRig();
const receiver = await httpReceiver();
const [station = ""] = await rig.stations(10);

/** Sends what is due to the receiver, in the place of every channel. */
async function send(): Promise<string[]> {
  const secrets = { address: `${receiver.url}/hook`, secret: SECRET, old_secret: null };
  await sql`update channels set sealed = ${sealer.seal(JSON.stringify(secrets))}`.execute(rig.db);
  await sql`update notifications set send_after = ${new Date(rig.now()).toISOString()}`.execute(rig.db);
  await rig.form();
  return receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.kind}: ${data.title}`;
  });
}

function failing(...failed: number[]): void {
  rig.report([station], { batteries: { failed, hottest: null } });
}

test("a kind of rule that is listed is one of those that people choose from, and its settings are checked", () => {
  expect([kindLabels[kind], isStaffKind(kind), conditionText(CONDITION)]).toEqual([
    "Failed batteries",
    false,
    "At least 2 batteries are ABNORMAL_UNRECOVERABLE",
  ]);
  expect(condition.safeParse({ kind, count: 0 }).success).toBe(false);
});

test("a kind of rule that is listed is evaluated, makes an alert, and is sent, without another change of the server", async () => {
  const { recipient } = await rig.rule(CONDITION);
  const handlers = [
    messageHandler({ db: rig.db, sealer, senders: testSenders({ smtpUrl: null }), push: async () => null }),
  ];
  const jobs = startJobs({ db: rig.db, url: rig.url, handlers, pollMs: 50, log: pino({ level: "silent" }) });
  onTestFinished(() => jobs.stop());

  failing(3);
  await rig.wait(3);
  expect(await rig.alerts()).toEqual([]);
  failing(3, 5);
  await rig.wait(1);
  expect(await rig.alerts()).toEqual([]);
  await rig.wait(2);
  const alert = { kind: kind, subject: `station:${station}`, title: "2 batteries have failed", level: 2 };
  expect(await rig.alerts()).toMatchObject([{ ...alert, ended_at: null }]);
  await expect.poll(send).toEqual([`alert.started ${kind}: ${alert.title}`]);

  failing();
  await rig.wait(1);
  expect(await rig.alerts()).toMatchObject([{ ...alert, ended_at: expect.any(String) }]);
  await expect.poll(send).toEqual([`alert.started ${kind}: ${alert.title}`, `alert.ended ${kind}: ${alert.title}`]);
  expect(await rig.notified(recipient)).toEqual([`started ${alert.title}`, `ended ${alert.title}`]);
});
