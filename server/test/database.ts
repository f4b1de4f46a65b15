import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, inject } from "vitest";
import { connect, connectPatiently } from "../src/db/database.ts";
import type { Db } from "../src/db/index.ts";
import { urlOfDatabase } from "./url.ts";

type TestDatabase = { db: Db; url: string };

/**
 * A migrated, empty database of the caller's own. Called once at the top of a test file:
 * `const { db } = await testDatabase()`; it goes when the file's tests have ended.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), (url) => connect(url, () => {}));
}

/** The same, where a statement waits as long as a test lets it. */
export async function patientDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject("templateDatabase"), (url) => connectPatiently(url, 10));
}

/** A database without a single table, for what sets one up itself. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return copyDatabase("template0", (url) => connect(url, () => {}));
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

/** Copies of one template wait for each other, so there is no limit on the time a statement may take. */
async function onServer(work: (server: Db) => Promise<unknown>): Promise<void> {
  const server = connectPatiently(inject("postgresUrl"));
  try {
    await work(server);
  } finally {
    await server.destroy();
  }
}
