import { sql } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { connect, queriesOver } from "./connect.ts";

const { db, url } = await testDatabase();

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

test("a session that the server ends means that the database is unavailable", async () => {
  const ended = connect(url, () => {});
  const error = await errorOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(ended));
  await ended.destroy();
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test("an address where nothing listens means that the database is unavailable", async () => {
  const socket = new URL(url);
  socket.searchParams.set("host", "/tmp/groundcrew-nowhere");
  for (const address of [socket.href, "postgres://postgres@127.0.0.1:1/postgres"]) {
    const nowhere = connect(address, () => {});
    const error = await errorOf(sql`select 1`.execute(nowhere));
    await nowhere.destroy();
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
});

test("a broken connection to the database means that it is unavailable, for any error code", async () => {
  const ofBrowser = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  expect(isDatabaseUnavailable(ofBrowser)).toBe(false);
  // On a Unix socket, a full backlog is EAGAIN. Whatever the code, it means that the database is unreachable.
  const backlog = Object.assign(new Error("connect EAGAIN"), { code: "EAGAIN", syscall: "connect" });
  const pool = new Pool();
  pool.connect = () => Promise.reject(backlog);
  expect(isDatabaseUnavailable(await errorOf(sql`select 1`.execute(queriesOver(pool))))).toBe(true);
});

test("an error in the parameters does not mean that the database is unavailable", async () => {
  const around: Record<string, unknown> = {};
  around["self"] = around;
  const error = await errorOf(sql`select ${around}::json`.execute(db));
  expect([error instanceof TypeError || error instanceof Error, isDatabaseUnavailable(error)]).toEqual([true, false]);
});

test("an error in a statement does not mean that the database is unavailable", async () => {
  const error = await errorOf(sql`select nonsense`.execute(db));
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(false);
});
