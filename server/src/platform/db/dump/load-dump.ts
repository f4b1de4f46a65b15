import { sql } from "kysely";
import { connectForCopy, inTransaction, type Db } from "../connect.ts";
import { copyStatement, TABLES, type Dump, type DumpedTable } from "./dump.ts";
import { applyInTransaction, changeSchema, readMigrations } from "../migrate.ts";

/** The description of a dump, without its contents. `rows` are the numbers of rows by table. */
export type DumpHead = Pick<Dump, "migrations" | "tables" | "sequences"> & { rows: Readonly<Record<string, number>> };

/** Rows of a table in the text format of COPY. */
export type DumpPart = { table: string; text: Buffer };

/** A foreign key of a database. Foreign keys are dropped while rows are loaded, which arrive in no particular order. */
type ForeignKey = { name: string; table: string; definition: string };

/**
 * Loads a dump into an empty database as the owner of its tables: first the tables as they were when it was made, then its rows, then
 * newer migrations, and `finish` last. All of it is one transaction. Rejects with one sentence if the database is not empty, or if the
 * dump was made by a newer version.
 */
export async function loadDump(
  ownerUrl: string,
  { head, parts, finish }: { head: DumpHead; parts: AsyncIterable<DumpPart>; finish: (tx: Db) => Promise<void> },
  migrations = readMigrations(),
): Promise<void> {
  const { db, copyIn } = connectForCopy(ownerUrl);
  try {
    await changeSchema(db, async (tx) => {
      await requireEmpty(tx);
      await createTables(tx, head);
      const keys = await openTables(tx, head.tables);
      const tables = new Map(head.tables.map((table) => [table.name, table]));
      for await (const { table, text } of parts) {
        const found = tables.get(table);
        if (!found) throw new Error(`The backup has rows of a table that it does not describe (${table}).`);
        await copyIn(copyStatement(found, "from stdin"), text);
      }
      await requireRows(tx, head);
      await closeTables(tx, head, keys);
      const known = new Set(head.migrations.map(({ name }) => name));
      const newer = migrations.filter(({ name }) => !known.has(name));
      for (const migration of newer) await applyInTransaction(tx, migration);
      await finish(tx);
    });
  } finally {
    await db.destroy();
  }
}

/** Rejects with one sentence if the database has tables already. */
export async function requireEmptyDatabase(ownerUrl: string): Promise<void> {
  const { db } = connectForCopy(ownerUrl);
  await inTransaction(db, requireEmpty).finally(() => db.destroy());
}

async function requireEmpty(tx: Db): Promise<void> {
  const found = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`.execute(
    tx,
  );
  if (found.rows.length > 0) {
    throw new Error("The database is not empty. A backup can only be restored into an empty one: nothing was changed.");
  }
}

async function createTables(tx: Db, { migrations, tables }: DumpHead): Promise<void> {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]));
  for (const { name, checksum } of migrations) {
    const migration = known.get(name);
    if (!migration) {
      throw new Error(
        `The backup was made by a newer Groundcrew (it knows migration ${name}). Restore it with that one.`,
      );
    }
    if (migration.checksum !== checksum) throw new Error(`The backup was made with another text of migration ${name}.`);
    await applyInTransaction(tx, migration);
  }
  const made = await sql.raw<DumpedTable>(TABLES).execute(tx);
  if (JSON.stringify(made.rows.map(sortedColumns)) !== JSON.stringify(tables.map(sortedColumns))) {
    throw new Error("The tables in the backup differ from those that its migrations make.");
  }
}

function sortedColumns({ name, columns }: DumpedTable): DumpedTable {
  return { name, columns: columns.toSorted() };
}

/** Removes everything that would reject or change the rows: foreign keys, triggers, and rows that migrations have inserted. */
async function openTables(tx: Db, tables: readonly DumpedTable[]): Promise<ForeignKey[]> {
  const keys = await sql<ForeignKey>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname`.execute(tx);
  for (const { name, table } of keys.rows) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx);
  const names = tables.map(({ name }) => sql.id(name));
  await sql`truncate ${sql.join(names)}`.execute(tx);
  return keys.rows;
}

async function requireRows(tx: Db, { tables, rows }: DumpHead): Promise<void> {
  for (const { name } of tables) {
    const found = await sql<{ rows: number }>`select count(*) as rows from ${sql.id(name)}`.execute(tx);
    if (found.rows[0]?.rows !== rows[name]) throw new Error(`Not all rows of ${name} could be restored.`);
  }
}

async function closeTables(tx: Db, { tables, sequences }: DumpHead, keys: readonly ForeignKey[]): Promise<void> {
  await restartTransactionIds(tx);
  for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx);
  for (const { name, table, definition } of keys) {
    await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  }
  for (const { name, last_value } of sequences) {
    await sql`select setval(quote_ident(${name})::regclass, ${last_value}::bigint)`.execute(tx);
  }
}

/** Transaction ids of another database server mean nothing here, and may be above the current ones. */
async function restartTransactionIds(tx: Db): Promise<void> {
  const found = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, attname as column
    from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and atttypid = 'xid8'::regtype
      and not attisdropped
    order by 1, 2`.execute(tx);
  for (const { table, column } of found.rows) {
    await sql`update ${sql.raw(table)} set ${sql.id(column)} = pg_current_xact_id()`.execute(tx);
  }
}
