import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { afterAll, inject } from "vitest";
import { connect, connectPatiently, everyTenant } from "../src/db/connect.ts";
import type { Db, SharedDb } from "../src/db/index.ts";
import { urlOfDatabase } from "./url.ts";

type TestDatabase = {
  /** For the role that a server connects as, with every tenant. */
  db: Db;
  /** The same without tenants, as routes have it. */
  shared: SharedDb;
  url: string;
  /** Address for the role that owns the tables. */
  ownerUrl: string;
  /** Runs a statement as that role: for tests that change tables. */
  asOwner: (statement: RawBuilder<unknown>) => Promise<void>;
};

/** Of a test: on a busy machine a statement takes as long as it takes. */
const PATIENCE = { connections: 10, connectMs: 60_000 };

/**
 * A migrated, empty database of the caller's own. Called once at the top of a test file:
 * `const { db } = await testDatabase()`; it goes when the file's tests have ended.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), (url) => connectPatiently(url, PATIENCE));
}

/** The same with the limits that a server has: for what comes of a statement or a lock that takes too long. */
export async function limitedDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), (url) => everyTenant(connect(url, () => {})));
}

/** A database without a single table, for what sets one up itself; `db` and `url` are its owner's, `serverUrl` a server's. */
export async function emptyDatabase(): Promise<{ db: Db; url: string; serverUrl: string }> {
  const { db, ownerUrl, url } = await copyDatabase("template0", (_, ownerUrl) => connectPatiently(ownerUrl, PATIENCE));
  return { db, url: ownerUrl, serverUrl: url };
}

/** A database that nobody can reach. */
export function databaseUnavailable(): Db {
  return everyTenant(connect("postgres://postgres@127.0.0.1:1/postgres", () => {}));
}

async function copyDatabase(template: string, connectTo: (url: string, ownerUrl: string) => Db): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await execute(inject("postgresUrl"), sql`create database ${sql.id(name)} template ${sql.id(template)}`);
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
  const db = connectPatiently(url, { ...PATIENCE, connections: 1 });
  await statement.execute(db).finally(() => db.destroy());
}
