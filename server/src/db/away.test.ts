import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { isDatabaseAway } from "./away.ts";
import { connect } from "./database.ts";

const { db, url } = await testDatabase();

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

test("a session that the server ends means that the database is away", async () => {
  const ended = connect(url, () => {});
  const error = await errorOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(ended));
  await ended.destroy();
  expect(isDatabaseAway(error)).toBe(true);
});

test("an address where nothing listens means that the database is away", async () => {
  const socket = new URL(url);
  socket.searchParams.set("host", "/tmp/groundcrew-nowhere");
  for (const address of [socket.href, "postgres://postgres@127.0.0.1:1/postgres"]) {
    const nowhere = connect(address, () => {});
    const error = await errorOf(sql`select 1`.execute(nowhere));
    await nowhere.destroy();
    expect(isDatabaseAway(error)).toBe(true);
  }
});

test("a mistake in a statement does not", async () => {
  const error = await errorOf(sql`select nonsense`.execute(db));
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseAway(error)).toBe(false);
});
