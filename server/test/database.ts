import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, inject } from "vitest";
import { connect, connectPatiently } from "../src/db/database.ts";
import type { Db } from "../src/db/index.ts";
import { urlOfDatabase } from "./url.ts";

type TestDatabase = { db: Db; url: string };

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
  return copyDatabase(inject("templateDatabase"), (url) => connect(url, () => {}));
}

/** A database without a single table, for what sets one up itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return copyDatabase("template0", (url) => connectPatiently(url, PATIENCE));
}

/** A database that nobody can reach. */
export function databaseAway(): Db {
  return connect("postgres://postgres@127.0.0.1:1/postgres", () => {});
}

async function copyDatabase(template: string, connectTo: (url: string) => Db): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer((server) => sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(server));
  const url = urlOfDatabase(inject("postgresUrl"), name);
  const db = connectTo(url);
  afterAll(async () => {
    await db.destroy();
    await onServer((server) => sql`drop database ${sql.id(name)} with (force)`.execute(server));
  });
  return { db, url };
}

async function onServer(work: (server: Db) => Promise<unknown>): Promise<void> {
  const server = connectPatiently(inject("postgresUrl"), { ...PATIENCE, connections: 1 });
  try {
    await work(server);
  } finally {
    await server.destroy();
  }
}
