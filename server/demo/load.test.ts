import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { fleetIn, folderOfTest, seeded } from "../test/demo.ts";
import type { Db } from "../src/platform/db/index.ts";

const database = await testDatabase();
const { db } = database;

test("after a load that was interrupted and one that was not, the tables have the same indexes, constraints and triggers as before", async () => {
  const before = await definitions(db);
  expect(before.length).toBeGreaterThan(100);
  const dataDir = await folderOfTest();
  // Fails while configurations are inserted, near the end of the load.
  await database.asOwner(sql`alter table station_configs add constraint refused check (station_name < 'gc-1')`);
  await expect(seeded(database, { dataDir })).rejects.toThrow("refused");
  await database.asOwner(sql`alter table station_configs drop constraint refused`);
  expect(await definitions(db)).toStrictEqual(before);
  const { path } = await seeded(database, { dataDir });
  expect((await fleetIn(path)).length).toBeGreaterThan(40);
  expect(await definitions(db)).toStrictEqual(before);
  const { rows } = await sql<{ id: number }>`
    select max(id) - nextval(pg_get_serial_sequence('support_log_entries', 'id')) as id from support_log_entries`.execute(
    db,
  );
  expect(rows[0]?.id).toBe(-1);
});

/** What a load removes for a while, as PostgreSQL describes it. */
async function definitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as definition
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    order by definition`.execute(db);
  return rows.map(({ definition }) => definition);
}
