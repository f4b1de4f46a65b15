import { sql } from "kysely";
import { readPushMessage } from "@groundcrew/shared/notifications";
import { beforeEach, expect, test } from "vitest";
import { STATION } from "../../../test/forming-rig.ts";
import { pushService } from "../../../test/push-service.ts";
import { sendingRig } from "../../../test/sending-rig.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { notifyPerson } from "../index.ts";

const sending = await sendingRig();
const { alert, db, log, rig, serve } = sending;
const service = await pushService();

beforeEach(async () => {
  await sending.reset();
  service.answers.status = 201;
  service.received.splice(0);
});

const result = async () => (await log()).map((row) => row.result);

async function addBrowser(user: number) {
  const browser = service.subscribe("device");
  const id = await rig.addDevice(user, browser.endpoint);
  const keys = {
    p256dh: Buffer.from(browser.keys.p256dh, "base64url"),
    auth: Buffer.from(browser.keys.auth, "base64url"),
  };
  await sql`update devices set p256dh = ${keys.p256dh}, auth = ${keys.auth} where id = ${id}`.execute(db);
  return { id, read: browser.read };
}

test("a push message names the station and the fault only", async () => {
  const rule = await rig.addRule({ name: "Secret rule" });
  const ana = await rig.addPerson();
  const { read } = await addBrowser(ana);
  await rig.subscribe(ana, rule, { email: false, push: true });
  const number = await alert(rule, { station_name: STATION, site: "Reno", detail: "since the storm" });
  serve();
  await expect.poll(result).toEqual(["delivered"]);
  const [request] = service.received;
  const tag = `alert-${number}`;
  const shown = readPushMessage(read(request?.body ?? Buffer.alloc(0)));
  expect(shown).toEqual({ title: "Worse: Atlas 0012: Offline", body: "", tag, path: `/attention/${number}` });
  expect(request?.headers["topic"]).toBe(tag);
});

test("a push message opens the page with its whole address", async () => {
  const ana = await rig.addPerson();
  const { read } = await addBrowser(ana);
  const path = "/stations?view=map#list";
  const notice = { user: ana, by: null, act: "assigned" as const, title: "Tray bent", body: "", path };
  await inTransaction(db, (tx) => notifyPerson(tx, notice, Date.now()));
  serve();
  await expect.poll(() => service.received.length).toBe(1);
  expect(readPushMessage(read(service.received[0]?.body ?? Buffer.alloc(0)))).toMatchObject({ path });
});

test("a device whose browser has ended the subscription gets no more", async () => {
  const rule = await rig.addRule();
  const ana = await rig.addPerson();
  const { id } = await addBrowser(ana);
  await rig.subscribe(ana, rule, { email: false, push: true });
  service.answers.status = 410;
  await alert(rule);
  serve();
  await expect.poll(result).toEqual(["failed"]);
  const device = await sql`select ended, end_reason from devices where id = ${id}`.execute(db);
  expect(device.rows).toEqual([{ ended: expect.any(String), end_reason: "Its browser ended the subscription" }]);
  await alert(rule);
  expect(await log()).toHaveLength(1);
});
