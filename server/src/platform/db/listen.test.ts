import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { listen } from "./listen.ts";

const { db, url } = await testDatabase();

function notify(channel: string, payload: string): Promise<unknown> {
  return sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

test("a listener is notified that it is connected, and then of each notification of its channel", async () => {
  const payloads: (string | null)[] = [];
  const listener = listen(url, "news", { onNotify: (payload) => payloads.push(payload) });
  await expect.poll(() => payloads).toEqual([null]);
  await notify("other", "not for us");
  await notify("news", "first");
  await notify("news", "second");
  await expect.poll(() => payloads).toEqual([null, "first", "second"]);
  await listener.stop();
});

test("a listener whose connection is closed reconnects and logs it", async () => {
  const payloads: (string | null)[] = [];
  const listener = listen(url, "storm", { onNotify: (payload) => payloads.push(payload) });
  await expect.poll(() => payloads).toEqual([null]);
  for (const { pid } of (await listening("storm")).rows) await sql`select pg_terminate_backend(${pid})`.execute(db);
  await expect.poll(() => payloads).toEqual([null, null]);
  await notify("storm", "after");
  await expect.poll(() => payloads).toEqual([null, null, "after"]);
  await listener.stop();
});

test("a stopped listener has no connection left", async () => {
  const payloads: (string | null)[] = [];
  const listener = listen(url, "end", { onNotify: (payload) => payloads.push(payload) });
  await expect.poll(() => payloads).toEqual([null]);
  const connections = async () => (await listening("end")).rows.length;
  expect(await connections()).toBe(1);
  await listener.stop();
  await expect.poll(connections).toBe(0);
});

test("a listener that is stopped while it connects does not start to listen", async () => {
  const payloads: (string | null)[] = [];
  await listen(url, "never", { onNotify: (payload) => payloads.push(payload) }).stop();
  // A listener started later is connected by now.
  const later = listen(url, "later", { onNotify: (payload) => payloads.push(payload) });
  await expect.poll(() => payloads).toEqual([null]);
  expect((await listening("never")).rows).toEqual([]);
  await later.stop();
});

test("a listener stops although its database is frozen", async () => {
  const proxy = await freezableProxy(url);
  const payloads: (string | null)[] = [];
  const listener = listen(proxy.url, "frozen", { onNotify: (payload) => payloads.push(payload) });
  await expect.poll(() => payloads).toEqual([null]);
  proxy.freeze();
  await listener.stop();
  expect(payloads).toEqual([null]);
  proxy.close();
});

/** The connections that listen on a channel in this database. */
function listening(channel: string) {
  return sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and query = ${`listen "${channel}"`}`.execute(db);
}
