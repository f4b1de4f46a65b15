import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { notifiedCaches } from "./notified-cache.ts";

const { db, url } = await testDatabase();

function notify(channel: string): Promise<unknown> {
  return sql`select pg_notify(${channel}, '')`.execute(db);
}

/** Caches on a channel of their own, once they store values. */
async function openCaches(channel: string, through = url) {
  const caches = notifiedCaches({ url: through, channel });
  onTestFinished(() => caches.stop());
  const cache = caches.open<{ text: string }>(10);
  await expect
    .poll(async () => (await cache.load("ready", async () => ({ text: "yes" }))) && cache.get("ready"))
    .toEqual({ text: "yes" });
  return { cache, settle: caches.settle };
}

test("a value is read once, until a notification says that something changed", async () => {
  const { cache } = await openCaches("values");
  await cache.load("one", async () => ({ text: "first" }));
  expect(cache.get("one")).toEqual({ text: "first" });
  await notify("other");
  expect(cache.get("one")).toEqual({ text: "first" });
  await notify("values");
  await expect.poll(() => cache.get("one")).toBeUndefined();
});

test("what does not exist is not stored", async () => {
  const { cache } = await openCaches("missing");
  expect(await cache.load("none", async () => undefined)).toBeUndefined();
  expect(await cache.load("none", async () => ({ text: "now" }))).toEqual({ text: "now" });
});

test("after settling, nothing is found that was changed before", async () => {
  const { cache, settle } = await openCaches("settling");
  for (let round = 0; round < 100; round++) {
    await cache.load("one", async () => ({ text: "old" }));
    await notify("settling");
    await settle();
    expect(cache.get("one")).toBeUndefined();
  }
});

test("a value that changes while it is read is returned but not stored", async () => {
  const { cache, settle } = await openCaches("racing");
  const value = await cache.load("one", async () => {
    await notify("racing");
    await settle();
    return { text: "outdated" };
  });
  expect(value).toEqual({ text: "outdated" });
  expect(cache.get("one")).toBeUndefined();
});

test("nothing is found or stored while the connection is down, and values are stored again after it", async () => {
  const { cache } = await openCaches("lost");
  await cache.load("one", async () => ({ text: "before" }));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('listen "lost"', 'select 1') and pid <> pg_backend_pid()`.execute(
    db,
  );
  await expect.poll(() => cache.get("one")).toBeUndefined();
  await expect
    .poll(async () => (await cache.load("one", async () => ({ text: "after" }))) && cache.get("one"))
    .toEqual({ text: "after" });
});

test("nothing is found once the database has not responded for some seconds", async () => {
  const proxy = await freezableProxy(url);
  onTestFinished(() => proxy.close());
  const { cache, settle } = await openCaches("silent", proxy.url);
  await cache.load("one", async () => ({ text: "before" }));
  proxy.freeze();
  await expect.poll(() => cache.get("one"), { timeout: 20_000 }).toBeUndefined();
  await cache.load("one", async () => ({ text: "meanwhile" }));
  expect(cache.get("one")).toBeUndefined();
  await settle();
});
