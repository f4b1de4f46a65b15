import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { listen } from "./listen.ts";

const { db, url } = await testDatabase();

function notify(channel: string, payload: string): Promise<unknown> {
  return sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

test("a listener hears that it is connected, and then each notification of its channel", async () => {
  const heard: (string | null)[] = [];
  const listener = listen(url, "news", (payload) => heard.push(payload));
  await expect.poll(() => heard).toEqual([null]);
  await notify("other", "not for us");
  await notify("news", "first");
  await notify("news", "second");
  await expect.poll(() => heard).toEqual([null, "first", "second"]);
  await listener.stop();
});

test("a listener whose connection is ended connects again and says so", async () => {
  const heard: (string | null)[] = [];
  const listener = listen(url, "storm", (payload) => heard.push(payload));
  await expect.poll(() => heard).toEqual([null]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "storm"'`.execute(db);
  await expect.poll(() => heard).toEqual([null, null]);
  await notify("storm", "after");
  await expect.poll(() => heard).toEqual([null, null, "after"]);
  await listener.stop();
});

test("a stopped listener has no connection left", async () => {
  const listener = listen(url, "end", () => {});
  await listener.stop();
  const connections = () => sql`select 1 from pg_stat_activity where query = 'listen "end"'`.execute(db);
  await expect.poll(async () => (await connections()).rows).toEqual([]);
});
