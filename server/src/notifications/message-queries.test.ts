import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { silentReceiver } from "../../test/http-receiver.ts";
import { SECRET, sendingRig } from "../../test/sending-rig.ts";
import { leaseMessages } from "./message-queries.ts";

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

test("the oldest message of each recipient is leased, and none of a recipient that has a leased one", async () => {
  const add = (id: string, recipient: string, { age = 1, lease = 0 } = {}) =>
    sql`insert into messages (id, recipient, content, due, leased_until)
      values (${id}, ${recipient}, '{}', now() - ${age} * interval '1 second', now() + ${lease} * interval '1 second')`.execute(
      db,
    );
  await add("busy-old", "channel:1", { age: 9 });
  await add("busy", "channel:1", { age: 8, lease: 30 });
  await add("new", "channel:2", { age: 3 });
  await add("old", "channel:2", { age: 4, lease: -1 });
  await add("one", "channel:3", { age: 2 });
  await add("two", "channel:4", { age: 1 });
  await add("later", "channel:5", { age: -60 });
  const lease = async () => (await leaseMessages(db, 2)).map(({ id }) => id).toSorted();
  expect([await lease(), await lease(), await lease()]).toEqual([["old", "one"], ["two"], []]);
});
