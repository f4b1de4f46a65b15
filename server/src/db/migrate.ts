import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { connectPatiently, inTransaction, type Db, type SharedDb } from "./connect.ts";

/** One numbered file. `checksum` is of its text with Unix line ends, so that a checkout on Windows is the same. */
export type Migration = { name: string; checksum: string; text: string };

/** Any number will do, as long as nothing else in the database takes it. */
const LOCK = 4_031_207;
const FOLDER = fileURLToPath(new URL("migrations", import.meta.url));

/** The files of a folder in the order of their numbers. */
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
 * Brings the tables to the newest version, each file in its own transaction, so a start that was interrupted goes on
 * where it ended. Servers that start at once take turns. Refuses, with a sentence, a file that changed after it was
 * applied, and a database that is ahead of this program. Where nothing is to be done, it needs no right to change tables.
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<void> {
  const db = connectPatiently(url);
  try {
    if (await isCurrent(db, migrations)) return;
    await run(db, async (trx) => {
      await sql`create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied timestamptz not null default now()
      )`.execute(trx);
      checkApplied(await appliedMigrations(trx), migrations);
    });
    for (const migration of migrations) await apply(db, migration);
  } finally {
    await db.destroy();
  }
}

/** The names of the files not applied yet, in order; empty when all is done. */
export async function migrationsPending(db: SharedDb, migrations = readMigrations()): Promise<string[]> {
  const names = new Set((await knownMigrations(db)).map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !names.has(name));
}

async function isCurrent(db: Db, migrations: Migration[]): Promise<boolean> {
  const applied = await knownMigrations(db);
  checkApplied(applied, migrations);
  return applied.length === migrations.length;
}

/** What was applied; nothing in a database that was never used. */
async function knownMigrations(db: SharedDb) {
  const found = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db);
  return found.rows[0]?.exists ? appliedMigrations(db) : [];
}

async function apply(db: Db, { name, checksum, text }: Migration): Promise<void> {
  await run(db, async (trx) => {
    const applied = await trx.selectFrom("migrations").select("name").where("name", "=", name).executeTakeFirst();
    if (applied) return;
    await sql.raw(text).execute(trx);
    await trx.insertInto("migrations").values({ name, checksum }).execute();
  });
}

/** Changes what the database is made of, after other servers that do so. */
export async function run(db: Db, work: (trx: Db) => Promise<unknown>): Promise<void> {
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
