import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { emptyTables, testDatabase } from "../../../test/database.ts";
import { leaseJobs, leaseOfReceivers } from "./queries.ts";

const { db } = await testDatabase();
beforeEach(() => emptyTables(db, ["jobs"]));

test("the oldest job of each receiver is leased, and none of a receiver that has a leased one", async () => {
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
    (await leaseOfReceivers(db, { kind: "message", failing: 0, others: 2 })).map(({ key }) => key ?? "").toSorted();
  expect([await lease(), await lease(), await lease()]).toEqual([["old", "one"], ["two"], []]);
});

test("jobs of receivers that are failing are leased apart from those of others, and none of them is always last", async () => {
  const add = (id: string, recipient: string, { age = 1, tries = 0 } = {}) =>
    sql`insert into jobs (kind, key, receiver, payload, run_after, attempts)
      values ('message', ${id}, ${recipient}, '{}', now() - ${age} * interval '1 second', ${tries})`.execute(db);
  for (const number of [1, 2, 3]) {
    await add(`waits-${number}`, `channel:${number}`, { age: -60, tries: 1 });
    await add(`failing-${number}`, `channel:${number}`, { age: 100 * number });
  }
  await add("works", "channel:4");
  const lease = async (failing: number, others: number) => {
    const leased = await leaseOfReceivers(db, { kind: "message", failing, others });
    await sql`update jobs set leased_until = null, attempts = 0 where key not like 'waits-%'`.execute(db);
    return leased.map((message) => [message.key ?? "", message.failing] as const);
  };
  expect(await lease(0, 5)).toEqual([["works", false]]);
  expect(new Map(await lease(5, 0)).size).toBe(3);
  const first = new Set<string>();
  for (let times = 0; times < 60; times += 1) for (const [id] of await lease(1, 0)) first.add(id);
  expect([...first].toSorted()).toEqual(["failing-1", "failing-2", "failing-3"]);
});

test("a running first attempt counts as its receiver's other jobs do: one that is failing takes a place of those that are", async () => {
  const add = (id: string, recipient: string, { age = 1, tries = 0, lease = 0 } = {}) =>
    sql`insert into jobs (kind, key, receiver, org_id, payload, run_after, attempts, leased_until)
      values ('message', ${id}, ${recipient}, 1, '{}', now() - ${age} * interval '1 second', ${tries}, now() + ${lease} * interval '1 second')`.execute(
      db,
    );
  for (const number of [1, 2, 3]) {
    await add(`failed-${number}`, `channel:${number}`, { age: -60, tries: 1 });
    await add(`runs-${number}`, `channel:${number}`, { tries: 1, lease: 30 });
  }
  await add("failed-4", "channel:4", { tries: 1 });
  for (let number = 10; number < 19; number += 1) await add(`works-${number}`, `channel:${number}`);
  const lease = async (failing: number, others: number) =>
    (await leaseOfReceivers(db, { kind: "message", failing, others })).map(({ key }) => key);
  expect(await lease(8, 0)).toEqual([]);
  expect(await lease(0, 32)).toHaveLength(8);
  expect(await lease(0, 32)).toEqual([]);
  await sql`update jobs set ended = now(), outcome = 'done', leased_until = null where key = 'runs-1'`.execute(db);
  expect(await lease(8, 0)).toEqual(["failed-4"]);
  expect(await lease(8, 0)).toEqual([]);
});

test("jobs without a receiver are leased by kind, those that are tried again apart from others", async () => {
  const add = (kind: string, key: string, { age = 1, attempts = 0, lease = 0 } = {}) =>
    sql`insert into jobs (kind, key, payload, run_after, attempts, leased_until)
      values (${kind}, ${key}, '{}', now() - ${age} * interval '1 second', ${attempts}, now() + ${lease} * interval '1 second')`.execute(
      db,
    );
  for (const age of [9, 8, 7]) await add("mail", `again ${age}`, { age, attempts: 1 });
  await add("mail", "leased", { age: 6, lease: 30 });
  await add("mail", "new", { age: 2 });
  await add("mail", "newer", { age: 1, lease: -1 });
  await add("mail", "later", { age: -60 });
  await add("split", "other", { age: 20 });
  await add("unknown", "unknown", { age: 30 });
  const free = [
    { kind: "mail", failing: 1, others: 1 },
    { kind: "split", failing: 0, others: 0 },
  ];
  const lease = async () => new Map((await leaseJobs(db, free)).map(({ key, failing }) => [key, failing]));
  expect(await lease()).toEqual(
    new Map([
      ["again 9", true],
      ["new", false],
    ]),
  );
  expect(await lease()).toEqual(
    new Map([
      ["again 8", true],
      ["newer", false],
    ]),
  );
  expect(await lease()).toEqual(new Map([["again 7", true]]));
  expect(await leaseJobs(db, [{ kind: "split", failing: 0, others: 1 }])).toMatchObject([
    { key: "other", attempts: 1 },
  ]);
});
