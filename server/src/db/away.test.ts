import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { isDatabaseAway } from "./away.ts";
import { connect } from "./database.ts";

const { db, url } = await testDatabase();

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("the statement fails"),
    (error: unknown) => error,
  );
}

test("a statement that is cancelled means that the database is away", async () => {
  const error = await failure(
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout to 20`.execute(tx);
      await sql`select pg_sleep(10)`.execute(tx);
    }),
  );
  expect(isDatabaseAway(error)).toBe(true);
});

test("a session ended from outside means that the database is away", async () => {
  const own = connect(url, () => {});
  const error = await failure(sql`select pg_terminate_backend(pg_backend_pid())`.execute(own));
  expect(isDatabaseAway(error)).toBe(true);
  await own.destroy();
});

test("a server that is not there means that the database is away", async () => {
  const nowhere = connect("postgres://nobody@127.0.0.1:1/none", () => {});
  expect(isDatabaseAway(await failure(sql`select 1`.execute(nowhere)))).toBe(true);
  await nowhere.destroy();
});

test("a mistake in a statement does not mean that the database is away", async () => {
  expect(isDatabaseAway(await failure(sql`select no_such_column`.execute(db)))).toBe(false);
  expect(isDatabaseAway(new TypeError("x is not a function"))).toBe(false);
});
