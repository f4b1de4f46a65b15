import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { checkWritable } from "./database.ts";

const { db } = await testDatabase();

test("a database that accepts writes is ready", async () => {
  await expect(checkWritable(db)).resolves.toBeUndefined();
});

test("a read-only database is not ready", async () => {
  await db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only to on`.execute(connection);
    await expect(checkWritable(connection)).rejects.toThrow("read-only transaction");
    await sql`reset default_transaction_read_only`.execute(connection);
  });
});
