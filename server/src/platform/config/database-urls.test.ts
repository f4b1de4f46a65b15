import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const OWNER = "postgres://owner:c@db.test/console";

test("the address for migrations differs from the server's, and is refused without it", () => {
  const DATABASE_URL = "postgres://server:b@db.test/console";
  const config = readConfig({ DATABASE_URL, MIGRATION_DATABASE_URL: OWNER });
  expect(config).toMatchObject({ databaseUrl: DATABASE_URL, migrationDatabaseUrl: OWNER });
  expect(() => readConfig({ MIGRATION_DATABASE_URL: OWNER })).toThrow("MIGRATION_DATABASE_URL needs DATABASE_URL.");
});
