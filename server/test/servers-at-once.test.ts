import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../src/platform/db/index.ts";
import { changeSchema, readMigrations } from "../src/platform/db/migrate.ts";
import { emptyDatabase } from "./database.ts";
import { killableServer } from "./killable-server.ts";

test("two servers that start at the same time on an empty database make its tables and its first admin once, and both are ready", async ({
  onTestFinished,
}) => {
  const { db, url, serverUrl } = await emptyDatabase();
  const home = await mkdtemp(join(tmpdir(), "servers-at-once-"));
  const shared = {
    GROUNDCREW_MODE: "production",
    ORIGIN: "https://console.skyline.test",
    SECRET_KEY: "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A",
    RELAY_PORT: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: serverUrl,
    MIGRATION_DATABASE_URL: url,
    ADMIN_EMAIL: "ada@skyline.test",
    ADMIN_PASSWORD: "a lantern over nine hills",
  };
  const servers = ["one", "two"].map((name) => killableServer({ ...shared, DATA_DIR: join(home, name) }));
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(home, { recursive: true, force: true });
  });
  const starting = servers.map((server) => server.start());
  // Both wait for the lock on the tables, so neither has finished when the other begins.
  await changeSchema(db, () => expect.poll(() => waitingForLocks(db), { timeout: 120_000 }).toBe(2));
  const addresses = await Promise.all(starting);

  const applied = await db.selectFrom("migrations").select("name").orderBy("name").execute();
  expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
  const users = await db.selectFrom("users").select("email").execute();
  expect(users).toEqual([{ email: shared.ADMIN_EMAIL }]);
  for (const { opsUrl } of addresses) {
    const answer = await fetch(`${opsUrl}/readyz`);
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
  }
}, 300_000);

async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query like 'select pg_try_advisory_xact_lock%'
      and pid <> pg_backend_pid()`.execute(db);
  return rows.length;
}
