import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { freezableProxy } from "../../../test/freezable-proxy.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { connect, connectWithoutTimeouts, queriesOver } from "./connect.ts";
import { openPool, openPoolWithoutTimeouts } from "./pool.ts";

const { db, url, asOwner } = await testDatabase();
const SILENCE_MS = 1_000;
const throughProxy = (proxy: { url: string }) => queriesOver(openPool(proxy.url, () => {}, { silenceMs: SILENCE_MS }));

test("an unanswered query is abandoned with its connection, so that no later query runs in its transaction", async () => {
  await asOwner(sql`create table marks (id integer); grant all on marks to public`);
  const proxy = await freezableProxy(url);
  const far = throughProxy(proxy);
  await sql`insert into marks values (1)`.execute(far);
  proxy.freeze();
  const frozenAt = performance.now();
  const failure = await far
    .transaction()
    .execute((tx) => sql`insert into marks values (2)`.execute(tx))
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(isDatabaseUnavailable(failure)).toBe(true);
  // Plus some tolerance for a busy machine.
  expect(performance.now() - frozenAt).toBeLessThan(SILENCE_MS + 1_500);
  proxy.thaw();
  await sql`insert into marks values (3)`.execute(far);
  const found = await sql<{ id: number }>`select id from marks order by id`.execute(db);
  expect(found.rows.map(({ id }) => id)).toEqual([1, 3]);
  await far.destroy();
  proxy.close();
});

test("a connection that was idle for long is also abandoned when its next query is not answered", async () => {
  const proxy = await freezableProxy(url);
  const far = throughProxy(proxy);
  await sql`select 1`.execute(far);
  // Longer than the silence limit, and shorter than the pool keeps an idle connection.
  await sleep(SILENCE_MS * 1.2);
  proxy.freeze();
  await expect(sql`select 1`.execute(far)).rejects.toThrow("the database is silent");
  proxy.thaw();
  await far.destroy();
  proxy.close();
});

test("a connection that turns out to be read-only is not used again", async () => {
  await asOwner(sql`create table notes (id integer); grant all on notes to public`);
  const only = connect(url, () => {}, 1);
  const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(only)).rows[0]?.pid;
  const write = () => only.transaction().execute((tx) => sql`insert into notes values (1)`.execute(tx));
  const first = await session();
  await sql`set default_transaction_read_only to on`.execute(only);
  const failure = await write().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await write();
  expect(await session()).not.toBe(first);
  await only.destroy();
});

test("a transaction whose connection breaks fails with the cause, not with the error of its rollback", async () => {
  const ended = connect(url, () => {});
  const work = ended.transaction().execute((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
  await expect(work).rejects.toMatchObject({ code: "57P01" });
  await ended.destroy();
});

test("a connection without timeouts has none, whatever the database's own settings", async () => {
  const database = sql.id(new URL(url).pathname.slice(1));
  await asOwner(sql`alter database ${database} set idle_in_transaction_session_timeout to '1s'`);
  await asOwner(sql`alter database ${database} set statement_timeout to '1s'`);
  const untimed = connectWithoutTimeouts(url);
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')
    order by name`.execute(untimed);
  await untimed.destroy();
  expect(rows.map(({ setting }) => setting)).toEqual(["0", "0", "0", "0"]);
  const pool = openPoolWithoutTimeouts(url);
  const client = await pool.connect();
  const stream = client instanceof Client ? client.connection.stream : null;
  expect(stream instanceof Socket && stream.timeout, "the time without an answer after which it ends").toBeUndefined();
  client.release();
  await pool.end();
});
