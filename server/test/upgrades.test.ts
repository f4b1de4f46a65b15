import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { migrate, migrationsPending, readMigrations, type Migration } from "../src/platform/db/migrate.ts";
import type { Db } from "../src/platform/db/index.ts";
import { emptyDatabase } from "./database.ts";
import { loadRelease, RELEASES, statementsIn } from "./release.ts";
import { schemaOf } from "./schema-of.ts";

const KILL = "select pg_terminate_backend(pg_backend_pid())";

describe.each(RELEASES)("from version %s", (release) => {
  test("an upgrade makes the tables of a new installation and keeps every row", async () => {
    const { db, url } = await emptyDatabase();
    const { rows } = await loadRelease(url, release);
    await migrate(url);
    const fresh = await emptyDatabase();
    await migrate(fresh.url);
    expect(await schemaOf(db)).toEqual(await schemaOf(fresh.db));
    expect(await countsOf(db, Object.keys(rows))).toEqual(rows);
  });

  test("an upgrade whose connection is killed at each statement in turn ends in the same", async () => {
    const undisturbed = await emptyDatabase();
    const { pending } = await loadRelease(undisturbed.url, release);
    await migrate(undisturbed.url);
    const { db, url } = await emptyDatabase();
    await loadRelease(url, release);
    expect(pending.length).toBeGreaterThan(0);

    let kills = 0;
    const all = readMigrations();
    for (const migration of pending) {
      const others = all.filter(({ name }) => name < migration.name);
      const statements = statementsIn(migration);
      for (let after = 0; after <= statements.length; after++) {
        const killed = { ...migration, text: statements.toSpliced(after, 0, KILL).join(";\n") };
        await expect(migrate(url, [...others, killed])).rejects.toThrow(/terminat/);
        kills += 1;
      }
      expect(await migrationsPending(db, all)).toEqual(namesFrom(all, migration));
      await migrate(url, [...others, migration]);
    }
    expect(kills).toBeGreaterThan(pending.length);
    expect(await migrationsPending(db)).toEqual([]);
    expect(await schemaOf(db)).toEqual(await schemaOf(undisturbed.db));
    const tables = await tablesOf(db);
    expect(await countsOf(db, tables)).toEqual(await countsOf(undisturbed.db, tables));
    // Some hundred upgrades, which take minutes on a busy machine.
  }, 900_000);
});

test("the statements of each migration are found", () => {
  const text = "create table a (b text default ';'); -- no; really\ndo $$ begin x; end $$;\nselect $x$;$x$, 1 - 2;";
  expect(statementsIn({ name: "", checksum: "", text }).map((statement) => statement.trim())).toEqual([
    "create table a (b text default ';')",
    "do $$ begin x; end $$",
    "select $x$;$x$, 1 - 2",
  ]);
});

function namesFrom(all: readonly Migration[], first: Migration): string[] {
  return all.map(({ name }) => name).filter((name) => name >= first.name);
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function countsOf(db: Db, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.rows ?? 0;
  }
  return counts;
}
