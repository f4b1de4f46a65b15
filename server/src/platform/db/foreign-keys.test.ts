import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";

const { db } = await testDatabase();
/** Nothing deletes their rows. */
const KEPT = ["organizations", "stations", "support_log_entries", "support_log_tags"];

/** PostgreSQL looks for what refers to each row that is deleted: without an index it reads the whole table each time. */
test("what refers to rows that are deleted is found by an index", async () => {
  const found = await sql<{ table: string; definition: string }>`
    select c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as definition from pg_constraint c
    where c.contype = 'f' and not c.confrelid::regclass::text = any(${KEPT}) and not exists (
      select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
    )`.execute(db);
  expect(found.rows).toEqual([]);
});
