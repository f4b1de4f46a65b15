import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "../src/db/migrate.ts";
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
    RELAY: "direct",
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
  const addresses = await Promise.all(servers.map((server) => server.start()));

  const applied = await db.selectFrom("migrations").select("name").orderBy("name").execute();
  expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
  const users = await db.selectFrom("users").select("email").execute();
  expect(users).toEqual([{ email: shared.ADMIN_EMAIL }]);
  for (const { opsUrl } of addresses) {
    const answer = await fetch(`${opsUrl}/readyz`);
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
  }
}, 300_000);
