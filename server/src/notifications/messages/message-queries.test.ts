import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { silentReceiver } from "../../../test/http-receiver.ts";
import { SECRET, sendingRig } from "../../../test/sending-rig.ts";
import { startJobs } from "../../platform/jobs/index.ts";
import { messageHandler } from "./send-message.ts";

const sending = await sendingRig();
const { addWebhook, alert, db, log, receiver, rig, serve, stopAll } = sending;

beforeEach(async () => {
  await sending.reset();
  receiver.received.splice(0);
});

test("a receiver that does not answer is sent one message at a time, and others get theirs meanwhile", async () => {
  const silent = await silentReceiver();
  const slow = await rig.addChannel({ kind: "webhook", address: silent.url, secret: SECRET });
  const slowRule = await rig.addRule({ channels: [slow] });
  for (let place = 0; place < 10; place += 1) await alert(slowRule);
  await sending.form(1);
  serve();
  serve();
  await expect.poll(() => silent.requests()).toBe(1);
  await alert(await rig.addRule({ channels: [await addWebhook()] }));
  await expect.poll(async () => (await log()).at(-1)?.result).toBe("delivered");
  expect(silent.requests()).toBe(1);
  const stopped = stopAll();
  silent.closeConnections();
  await stopped;
});

test("receivers that were silent before, however many, do not keep another one waiting", async () => {
  const silent = await silentReceiver();
  const many = await Promise.all(
    Array.from({ length: 50 }, () => rig.addChannel({ kind: "webhook", address: silent.url, secret: SECRET })),
  );
  const rule = await rig.addRule({ channels: many });
  for (let place = 0; place < 3; place += 1) await alert(rule);
  await sending.form(1);
  // The first attempts have failed, and each of these channels has a message that is to be repeated.
  await sql`
    update jobs set attempts = 1 where id in (select distinct on (receiver) id from jobs order by receiver, id)`.execute(
    db,
  );
  serve();
  await expect.poll(() => silent.requests()).toBe(3);
  await alert(await rig.addRule({ channels: [await addWebhook()] }));
  await expect.poll(async () => (await log()).at(-1)?.result).toBe("delivered");
  expect(silent.requests()).toBe(3);
  const stopped = stopAll();
  silent.closeConnections();
  await stopped;
});

test("however many receivers of an organization do not answer for the first time, another one gets its messages", async () => {
  const silent = await silentReceiver();
  const many = await Promise.all(
    Array.from({ length: 50 }, () => rig.addChannel({ kind: "webhook", address: silent.url, secret: SECRET })),
  );
  await alert(await rig.addRule({ channels: many }));
  await sending.form(1);
  serve();
  await expect.poll(() => silent.requests()).toBe(8);
  const org_id = rig.orgs.field;
  const rule = await rig.addRule({ org_id, channels: [await addWebhook({ org_id })] });
  await alert(rule, { org_id });
  await expect.poll(async () => (await log()).at(-1)?.result).toBe("delivered");
  expect(silent.requests()).toBe(8);
  const stopped = stopAll();
  silent.closeConnections();
  await stopped;
});

test("an attempt in which the server throws an error is a failed one with its reason", async () => {
  const ana = await rig.addPerson();
  const rule = await rig.addRule();
  await rig.addDevice(ana);
  await rig.subscribe(ana, rule, { email: false, push: true });
  await alert(rule);
  await sending.form(1);
  const push = () => Promise.reject(new Error("There is no key."));
  const handlers = [messageHandler({ ...sending.resending, push })];
  const jobs = startJobs({ db, url: sending.url, handlers, pollMs: 100, log: pino({ level: "silent" }) });
  onTestFinished(() => jobs.stop());
  const why = "The server could not send it: There is no key.";
  await expect.poll(log).toMatchObject([{ result: "retrying", why }]);
  expect(await db.selectFrom("jobs").select(["attempts", "failures", "last_error", "leased_until"]).execute()).toEqual([
    { attempts: 1, failures: 1, last_error: why, leased_until: null },
  ]);
  await sql`update jobs set attempts = 7, failures = 7`.execute(db);
  await sending.makeDue();
  await expect.poll(log).toMatchObject([{ result: "failed", why: `${why} Given up after 8 attempts.` }]);
});
