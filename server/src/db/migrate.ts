import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { connectWithoutTimeouts, inTransaction, type Db, type SharedDb } from "./connect.ts";

/** A numbered migration file. `checksum` is computed with Unix line endings, so that it is the same in a checkout on Windows. */
export type Migration = { name: string; checksum: string; text: string };

/** An arbitrary number that nothing else in the database uses as a lock. */
const LOCK = 4_031_207;
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
 * Migrates the tables to the newest version, each file in its own transaction, so an interrupted migration continues where it stopped.
 * Servers that start at the same time take turns. Rejects with one sentence when a file was changed after it was applied, or when the
 * database is newer than this program. Needs no permission to alter tables when there is nothing to apply.
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<void> {
  const db = connectWithoutTimeouts(url);
  try {
    if (await isCurrent(db, migrations)) return;
    await changeSchema(db, async (trx) => {
      await createMigrationsTable(trx);
      checkApplied(await appliedMigrations(trx), migrations);
    });
    for (const migration of migrations) await apply(db, migration);
  } finally {
    await db.destroy();
  }
}

/** Names of the pending migrations, in order; empty when the database is up to date. */
export async function migrationsPending(db: SharedDb, migrations = readMigrations()): Promise<string[]> {
  const names = new Set((await knownMigrations(db)).map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !names.has(name));
}

async function isCurrent(db: Db, migrations: Migration[]): Promise<boolean> {
  const applied = await knownMigrations(db);
  checkApplied(applied, migrations);
  return applied.length === migrations.length;
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
    applied timestamptz not null default now()
  )`.execute(trx);
}

async function apply(db: Db, migration: Migration): Promise<void> {
  await changeSchema(db, (trx) => applyOnce(trx, migration));
}

/** Applies a migration in the caller's transaction, also as the first one in an empty database. */
export async function applyInTransaction(trx: Db, migration: Migration): Promise<void> {
  await createMigrationsTable(trx);
  await applyOnce(trx, migration);
}

async function applyOnce(trx: Db, { name, checksum, text }: Migration): Promise<void> {
  const applied = await trx.selectFrom("migrations").select("name").where("name", "=", name).executeTakeFirst();
  if (applied) return;
  await sql.raw(text).execute(trx);
  await trx.insertInto("migrations").values({ name, checksum }).execute();
}

/** Changes the schema in a transaction. Only one server at a time can do so. */
export async function changeSchema(db: Db, work: (trx: Db) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    await work(trx);
  });
}

function appliedMigrations(db: SharedDb) {
  return db.selectFrom("migrations").select(["name", "checksum"]).orderBy("name").execute();
}

function checkApplied(applied: Pick<Migration, "name" | "checksum">[], migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new Error(`The database was last used by a newer Groundcrew (it knows migration ${name}). Start that one.`);
    }
    if (expected !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore the file and add a new one instead.`,
      );
    }
  }
}
