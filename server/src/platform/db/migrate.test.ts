import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../../test/database.ts";
import { inTransaction, type SharedDb } from "./connect.ts";
import { migrate, migrationsPending, readMigrations, type Migration } from "./migrate.ts";

function migration(name: string, text: string): Migration {
  return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
}

const first = migration("0001_first.sql", "create table first (id integer); insert into first values (1);");
const second = migration("0002_second.sql", "create table second (id integer); insert into second values (2);");
const contracting = migration("0002_contracting.sql", "-- Needs 0.10.0 or newer: it uses no table.\nselect 1;");
const indexing = migration(
  "0002_indexing.sql",
  `-- Comments; with semicolons.
drop index concurrently if exists first_id;
create index concurrently first_id on first (id);
`,
);
const broken = migration("0002_broken.sql", "create table half (id integer); select nonsense;");

test("the project's migrations apply to an empty database, and change nothing when applied again", async () => {
  const { db, url } = await emptyDatabase();
  // An operator may have it where names are not looked up. That of all other tests is where it usually is.
  await sql`create schema "Our Extensions"`.execute(db);
  await sql`create extension pg_trgm schema "Our Extensions"`.execute(db);
  const names = readMigrations().map(({ name }) => name);
  expect(await migrationsPending(db)).toEqual(names);
  await migrate(url);
  expect(await migrationsPending(db)).toEqual([]);
  const before = await db.selectFrom("migrations").select(["name", "applied"]).orderBy("name").execute();
  await migrate(url);
  expect(await db.selectFrom("migrations").select(["name", "applied"]).orderBy("name").execute()).toEqual(before);
  const found = await sql<{ index: string | null }>`select to_regclass('audit_entries_search') as index`.execute(db);
  expect(found.rows, "the index for the search in the audit log").toEqual([{ index: "audit_entries_search" }]);
});

test("only pending migrations are applied", async () => {
  const { db, url } = await emptyDatabase();
  await migrate(url, [first]);
  expect(await migrationsPending(db, [first, second])).toEqual([second.name]);
  await migrate(url, [first, second]);
  const found = await sql<{ id: number }>`select id from first union all select id from second`.execute(db);
  expect(found.rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a file that was changed after it was applied is refused by name", async () => {
  const { db, url } = await emptyDatabase();
  await migrate(url, [first]);
  const changed = migration(first.name, `${first.text} -- changed`);
  await expect(migrate(url, [changed, second])).rejects.toThrow("0001_first.sql was changed after it was applied");
  expect(await migrationsPending(db, [first, second])).toEqual([second.name]);
});

test("an older program uses tables that a newer one has added to, and changes nothing", async () => {
  const { db, url } = await emptyDatabase();
  await migrate(url, [first, second]);
  expect(await migrate(url, [first], "0.1.0")).toEqual({ newer: [second.name] });
  expect(await migrationsPending(db, [first, second])).toEqual([]);
});

test("a program that is older than a migration allows is refused", async () => {
  const { url } = await emptyDatabase();
  await migrate(url, [first, contracting]);
  await expect(migrate(url, [first], "0.9.3")).rejects.toThrow(
    `newer Groundcrew (it knows migration ${contracting.name})`,
  );
  expect(await migrate(url, [first], "0.10.0")).toEqual({ newer: [contracting.name] });
});

test("a migration that fails is rolled back, and can be corrected", async () => {
  const { db, url } = await emptyDatabase();
  await expect(migrate(url, [first, broken])).rejects.toThrow("nonsense");
  const found = await sql<{ half: string | null }>`select to_regclass('half') as half`.execute(db);
  expect(found.rows[0]?.half).toBeNull();
  await migrate(url, [first, second]);
  expect(await migrationsPending(db, [first, second])).toEqual([]);
});

test("servers that start at once apply each migration once", async () => {
  const { db, url } = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(url, [first, second])));
  const found = await sql<{ id: number }>`select id from first union all select id from second`.execute(db);
  expect(found.rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a table is written to while an index of it is built, also while other servers start", async () => {
  const { db, url } = await emptyDatabase();
  await migrate(url, [first]);
  await inTransaction(db, async (tx) => {
    await sql`insert into first values (2)`.execute(tx);
    const migrating = [migrate(url, [first, indexing])];
    const running = async (query: string) =>
      (await sql`select from pg_stat_activity where datname = current_database() and query like ${query}`.execute(db))
        .rows.length;
    await expect.poll(() => running("create index%")).toBe(1);
    migrating.push(migrate(url, [first, indexing]));
    await expect.poll(() => running("select pg_%advisory_xact_lock%")).toBe(1);
    await sql`insert into first values (3)`.execute(db);
    return { migrating };
  }).then(({ migrating }) => Promise.all(migrating));
  expect(await indexesOf(db)).toEqual([{ name: "first_id", is_valid: true }]);
});

test("an index that was not completed is built again", async () => {
  const { db, url } = await emptyDatabase();
  await migrate(url, [first]);
  await sql`insert into first values (1)`.execute(db);
  const unique = migration(indexing.name, indexing.text.replace("create index", "create unique index"));
  await expect(migrate(url, [first, unique])).rejects.toThrow("could not create unique index");
  expect(await indexesOf(db)).toEqual([{ name: "first_id", is_valid: false }]);
  await migrate(url, [first, indexing]);
  expect(await indexesOf(db)).toEqual([{ name: "first_id", is_valid: true }]);
  expect(await migrationsPending(db, [first, indexing])).toEqual([]);
});

test("indexes of tables that a migration has not made itself are built concurrently", () => {
  const later = readMigrations().filter(({ name }) => name > "0150");
  const blocking = later.flatMap(({ name, text }) =>
    [...text.matchAll(/^create (?:unique )?index \w+\s+on (\w+)/gm)].flatMap(([, table = ""]) =>
      text.includes(`create table ${table} (`) ? [] : `${name}: ${table}`,
    ),
  );
  expect(blocking).toEqual([]);
  expect(later.some(({ text }) => text.includes("create index concurrently"))).toBe(true);
});

async function indexesOf(db: SharedDb) {
  const { rows } = await sql<{ name: string; is_valid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index where indrelid = 'first'::regclass`.execute(
    db,
  );
  return rows;
}

test("a migration may take longer than a query", async () => {
  const { db, url } = await emptyDatabase();
  // pool.test.ts shows that a connection with these settings also waits for a database that does not answer.
  const settings = `create table limits as
    select setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout');`;
  await migrate(url, [migration("0001_limits.sql", settings)]);
  const { rows } = await sql<{ setting: string }>`select setting from limits`.execute(db);
  expect(rows).toEqual([{ setting: "0" }, { setting: "0" }, { setting: "0" }]);
});

test("constraints of stored rows are verified in another transaction than the one that locks their table", () => {
  const verifying = readMigrations().filter(({ text }) => /\bvalidate constraint\b/i.test(text));
  expect(verifying.filter(({ text }) => /\bnot valid\b|\b(?:add|drop) constraint\b/i.test(text))).toEqual([]);
  expect(verifying).not.toEqual([]);
});
