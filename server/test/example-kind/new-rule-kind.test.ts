import { sql } from "kysely";
import { ruleKinds, type Condition } from "@groundcrew/shared/alerts";
import { pino } from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { messageHandler } from "../../src/notifications/index.ts";
import { startJobs } from "../../src/platform/jobs/index.ts";
import { evaluationRig } from "../evaluation-rig.ts";
import { httpReceiver } from "../http-receiver.ts";
import { sealer } from "../notification-rig.ts";
import { testSenders } from "../senders.ts";
import { SECRET } from "../sending-rig.ts";
import { failedBatteries } from "./failed-batteries.ts";

const { kind } = failedBatteries.condition.shape;
/** A condition as the database returns it: a kind that is listed has it in its union. */
const CONDITION: Condition = JSON.parse(JSON.stringify({ kind: kind.value, count: 2 }));

// In the place of a line in `kinds/index.ts`.
Object.assign(ruleKinds, { [kind.value]: failedBatteries });
afterAll(() => void Reflect.deleteProperty(ruleKinds, kind.value));

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
  const alert = { kind: kind.value, subject: `station:${station}`, title: "2 batteries have failed", level: 2 };
  expect(await rig.alerts()).toMatchObject([{ ...alert, ended_at: null }]);
  await expect.poll(send).toEqual([`alert.started ${kind.value}: ${alert.title}`]);

  failing();
  await rig.wait(1);
  expect(await rig.alerts()).toMatchObject([{ ...alert, ended_at: expect.any(String) }]);
  await expect
    .poll(send)
    .toEqual([`alert.started ${kind.value}: ${alert.title}`, `alert.ended ${kind.value}: ${alert.title}`]);
  expect(await rig.notified(recipient)).toEqual([`started ${alert.title}`, `ended ${alert.title}`]);
});
