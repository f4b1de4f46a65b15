import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { afterAll, inject } from "vitest";
import { connect, connectWithoutTimeouts, everyTenant } from "../src/platform/db/connect.ts";
import type { Db, SharedDb } from "../src/platform/db/index.ts";
import { urlOfDatabase } from "./url.ts";

type TestDatabase = {
  /** Connected as a server's role, with access to every tenant. */
  db: Db;
  /** The same without the tenant tables, as routes get it. */
  shared: SharedDb;
  url: string;
  /** URL for the role that owns the tables. */
  ownerUrl: string;
  /** Runs a statement as that role, for tests that change tables. */
  asOwner: (statement: RawBuilder<unknown>) => Promise<void>;
};

/** Limits of a test's connection: on a busy machine a statement may take long. */
const POOL_OPTIONS = { connections: 10, connectMs: 60_000 };

/**
 * A migrated, empty database of the caller's own. Call it once at the top of a test file: `const { db } = await testDatabase()`;
 * the database is dropped after the file's tests.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), (url) => connectWithoutTimeouts(url, POOL_OPTIONS));
}

/** The same with a server's limits, for tests of statements and locks that take too long. */
export async function limitedDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), limitedConnection);
}

/** A connection with a server's limits. */
export function limitedConnection(url: string): Db {
  return everyTenant(connect(url, () => {}));
}

/** A database without tables, for code that sets one up itself; `db` and `url` are for its owner, `serverUrl` is for a server. */
export async function emptyDatabase(): Promise<{ db: Db; url: string; serverUrl: string }> {
  const { db, ownerUrl, url } = await copyDatabase("template0", (_, ownerUrl) =>
    connectWithoutTimeouts(ownerUrl, POOL_OPTIONS),
  );
  return { db, url: ownerUrl, serverUrl: url };
}

/** A database that can't be reached. */
export function databaseUnavailable(): Db {
  return limitedConnection("postgres://postgres@127.0.0.1:1/postgres");
}

/** Deletes all rows of tables in this order, in one statement: most of what a single one takes is its way to the database and back. */
export async function emptyTables(db: Db, tables: readonly string[]): Promise<void> {
  const deletes = tables.map((table) => `delete from ${table};`).join(" ");
  await sql.raw(`do $$ begin ${deletes} end $$`).execute(db);
}

/** Adds a row to a table that only SQL text names; returns its id, if it has one. */
export async function insertRow(db: Db, table: string, row: object): Promise<number> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id?: number }>`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))}) returning *`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The values of a column, in order. */
export async function valuesIn(db: Db, table: string, column: string): Promise<unknown[]> {
  const found = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(db);
  return found.rows.map(({ value }) => value);
}

async function copyDatabase(template: string, connectTo: (url: string, ownerUrl: string) => Db): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // By default PostgreSQL also writes each page to its log, for the sake of running transactions, which a test does not have.
  const copy = sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`;
  await execute(inject("postgresUrl"), copy);
  const url = urlOfDatabase(inject("serverUrl"), name);
  const ownerUrl = urlOfDatabase(inject("postgresUrl"), name);
  const db = connectTo(url, ownerUrl);
  afterAll(async () => {
    await db.destroy();
    await execute(inject("postgresUrl"), sql`drop database ${sql.id(name)} with (force)`);
  });
  return { db, shared: db, url, ownerUrl, asOwner: (statement) => execute(ownerUrl, statement) };
}

async function execute(url: string, statement: RawBuilder<unknown>): Promise<void> {
  const db = connectWithoutTimeouts(url, { ...POOL_OPTIONS, connections: 1 });
  await statement.execute(db).finally(() => db.destroy());
}
