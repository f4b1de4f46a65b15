import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { silentReceiver } from "../../test/http-receiver.ts";
import { SECRET, sendingRig } from "../../test/sending-rig.ts";
import { leaseJobs } from "../jobs/queries.ts";

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

test("the oldest message of each recipient is leased, and none of a recipient that has a leased one", async () => {
  const add = (id: string, recipient: string, { age = 1, lease = 0 } = {}) =>
    sql`insert into jobs (kind, key, receiver, payload, run_after, leased_until)
      values ('message', ${id}, ${recipient}, '{}', now() - ${age} * interval '1 second', now() + ${lease} * interval '1 second')`.execute(
      db,
    );
  await add("busy-old", "channel:1", { age: 9 });
  await add("busy", "channel:1", { age: 8, lease: 30 });
  await add("new", "channel:2", { age: 3 });
  await add("old", "channel:2", { age: 4, lease: -1 });
  await add("one", "channel:3", { age: 2 });
  await add("two", "channel:4", { age: 1 });
  await add("later", "channel:5", { age: -60 });
  const lease = async () =>
    (await leaseJobs(db, [{ kind: "message", failing: 0, others: 2 }])).map(({ key }) => key ?? "").toSorted();
  expect([await lease(), await lease(), await lease()]).toEqual([["old", "one"], ["two"], []]);
});

test("messages of recipients that are failing are leased apart from those of others, and none of them is always last", async () => {
  const add = (id: string, recipient: string, { age = 1, tries = 0 } = {}) =>
    sql`insert into jobs (kind, key, receiver, payload, run_after, attempts)
      values ('message', ${id}, ${recipient}, '{}', now() - ${age} * interval '1 second', ${tries})`.execute(db);
  for (const number of [1, 2, 3]) {
    await add(`waits-${number}`, `channel:${number}`, { age: -60, tries: 1 });
    await add(`failing-${number}`, `channel:${number}`, { age: 100 * number });
  }
  await add("works", "channel:4");
  const lease = async (failing: number, others: number) => {
    const leased = await leaseJobs(db, [{ kind: "message", failing, others }]);
    await sql`update jobs set leased_until = null, attempts = 0 where key not like 'waits-%'`.execute(db);
    return leased.map((message) => [message.key ?? "", message.failing] as const);
  };
  expect(await lease(0, 5)).toEqual([["works", false]]);
  expect(new Map(await lease(5, 0)).size).toBe(3);
  const first = new Set<string>();
  for (let times = 0; times < 60; times += 1) for (const [id] of await lease(1, 0)) first.add(id);
  expect([...first].toSorted()).toEqual(["failing-1", "failing-2", "failing-3"]);
});
