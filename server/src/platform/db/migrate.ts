import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql, type RawBuilder } from "kysely";
import { version as currentVersion } from "../version.ts";
import { connectWithoutTimeouts, inTransaction, onConnection, type Db, type SharedDb } from "./connect.ts";

/** A numbered migration file. `checksum` is computed with Unix line endings, so that it is the same in a checkout on Windows. */
export type Migration = { name: string; checksum: string; text: string };

/** A migration in the database. `oldest_version` is the oldest version of the program that can use the tables after it; null is any. */
type AppliedMigration = { name: string; checksum: string; oldest_version: string | null };

/** The first line of a migration that removes something: it names the oldest version that does not use it any more. */
const OLDEST_VERSION = /^-- Needs (\d+\.\d+\.\d+) or newer: ./;

/** In a migration that builds indexes while their tables are written to, which is impossible in a transaction. */
const CONCURRENTLY = / concurrently\b/g;

/** An arbitrary number that nothing else in the database uses as a lock. */
const LOCK = 4_031_207;
const LOCK_TRIED_EVERY_MS = 100;
const FOLDER = fileURLToPath(new URL("migrations", import.meta.url));

/** The migration files in a folder, in the order of their numbers. */
export function readMigrations(folder = FOLDER): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
  return names.map((name) => {
    const text = readFileSync(`${folder}/${name}`, "utf8").replaceAll("\r\n", "\n");
    return { name, checksum: createHash("sha256").update(text).digest("hex"), text };
  });
}

/**
 * Migrates the tables to the newest version, each file in its own transaction, so an interrupted migration continues where it stopped. One that
 * builds indexes concurrently is run again from its beginning.
 * Servers that start at the same time take turns. Returns the migrations of a newer program that this one can live with. Rejects with one
 * sentence when a file was changed after it was applied, or when the database is too new for this program. Needs no permission to alter
 * tables when there is nothing to apply.
 */
export async function migrate(
  url: string,
  migrations = readMigrations(),
  version = currentVersion(),
): Promise<{ newer: string[] }> {
  const db = connectWithoutTimeouts(url);
  try {
    const applied = await knownMigrations(db);
    checkApplied(applied, migrations, version);
    const newer = newerMigrations(applied, migrations).map(({ name }) => name);
    if (applied.length - newer.length === migrations.length) return { newer };
    const names = new Set(applied.map(({ name }) => name));
    await changeSchema(db, async (trx) => {
      await createMigrationsTable(trx);
      checkApplied(await appliedMigrations(trx), migrations, version);
    });
    for (const migration of migrations) if (!names.has(migration.name)) await apply(db, migration);
    return { newer };
  } finally {
    await db.destroy();
  }
}

/** Names of the pending migrations, in order; empty when the database is up to date. */
export async function migrationsPending(db: SharedDb, migrations = readMigrations()): Promise<string[]> {
  const names = new Set((await knownMigrations(db)).map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !names.has(name));
}

/** Rejects with a sentence if the database lacks migrations. */
export async function requireMigrated(db: SharedDb): Promise<void> {
  if ((await migrationsPending(db)).length === 0) return;
  throw new Error("The database lacks migrations. Start the server or run groundcrew migrate first.");
}

/** The applied migrations; empty in an unused database. */
async function knownMigrations(db: SharedDb) {
  const found = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db);
  return found.rows[0]?.exists ? appliedMigrations(db) : [];
}

async function createMigrationsTable(trx: Db): Promise<void> {
  await sql`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied timestamptz not null default now(),
    oldest_version text
  )`.execute(trx);
}

async function apply(db: Db, migration: Migration): Promise<void> {
  if (migration.text.search(CONCURRENTLY) < 0) {
    return changeSchema(db, (trx) => applyOnce(trx, migration, [migration.text]));
  }
  const text = migration.text.replaceAll(/^[\t ]*--.*$/gm, "");
  const statements = text.split(";").flatMap((statement) => statement.trim() || []);
  await onConnection(db, async (session) => {
    await takeLock(session, sql`pg_try_advisory_lock(${sql.lit(LOCK)})`);
    await applyOnce(session, migration, statements);
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session);
  });
}

/** Applies a migration in the caller's transaction, also as the first one in an empty database. Nobody else writes to the tables meanwhile. */
export async function applyInTransaction(trx: Db, migration: Migration): Promise<void> {
  await createMigrationsTable(trx);
  await applyOnce(trx, migration, [migration.text.replaceAll(CONCURRENTLY, "")]);
}

async function applyOnce(db: Db, { name, checksum, text }: Migration, statements: readonly string[]): Promise<void> {
  const applied = await db.selectFrom("migrations").select("name").where("name", "=", name).executeTakeFirst();
  if (applied) return;
  for (const statement of statements) await sql.raw(statement).execute(db);
  const oldest_version = OLDEST_VERSION.exec(text)?.[1];
  const row = oldest_version === undefined ? { name, checksum } : { name, checksum, oldest_version };
  await db.insertInto("migrations").values(row).execute();
}

/** Changes the schema in a transaction. Only one server at a time can do so. */
export async function changeSchema(db: Db, work: (trx: Db) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await takeLock(trx, sql`pg_try_advisory_xact_lock(${sql.lit(LOCK)})`);
    await work(trx);
  });
}

/** Tries to take a lock until it has it. A statement that waits has a snapshot, for the end of which an index that is built concurrently would wait. */
async function takeLock(db: Db, attempt: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`select ${attempt} as taken`.execute(db);
    if (rows[0]?.taken) return;
    await sleep(LOCK_TRIED_EVERY_MS);
  }
}

/** Also of a database whose table has no `oldest_version` yet. */
async function appliedMigrations(db: SharedDb): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`
    select name, checksum, to_jsonb(migrations) ->> 'oldest_version' as oldest_version
    from migrations order by name`.execute(db);
  return rows;
}

function newerMigrations<M extends Pick<Migration, "name">>(
  applied: readonly M[],
  migrations: readonly Migration[],
): M[] {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.filter(({ name }) => !known.has(name));
}

function checkApplied(applied: readonly AppliedMigration[], migrations: readonly Migration[], version: string): void {
  const tooNew = newerMigrations(applied, migrations).find((migration) => excludes(migration, version));
  if (tooNew) {
    throw new Error(
      `The database was last used by a newer Groundcrew (it knows migration ${tooNew.name}). Start that one.`,
    );
  }
  const known = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (changed) {
    throw new Error(
      `Migration ${changed.name} was changed after it was applied. Restore the file and add a new one instead.`,
    );
  }
}

/** Whether a version of the program can't use the tables after a migration that it does not know. */
function excludes({ oldest_version: oldest }: Pick<AppliedMigration, "oldest_version">, version: string): boolean {
  return oldest !== null && oldest.localeCompare(version, "en", { numeric: true }) > 0;
}

/** The first migration in a database that keeps this program from using it; null when there is none. */
export function firstTooNew(applied: readonly Omit<AppliedMigration, "checksum">[]): string | null {
  return (
    newerMigrations(applied, readMigrations()).find((migration) => excludes(migration, currentVersion()))?.name ?? null
  );
}
