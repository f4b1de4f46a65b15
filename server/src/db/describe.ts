import { Client } from "pg";
import { endConnection, connectionOptions } from "./pool.ts";
import { readMigrations } from "./migrate.ts";

/** What an operator wants to know about a database. */
export type DatabaseFacts = {
  version: string;
  /** Its clock (ms). */
  now: number;
  bytes: number;
  /** Number of migrations that it lacks; null when it has no tables yet. */
  pending: number | null;
  /** A migration that this program does not know: a newer version has used the database. */
  unknown: string | null;
  /** Whether the role could change or drop tables. */
  isOwner: boolean;
};

const FACTS = `
  select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as now,
    pg_database_size(current_database())::float8 as bytes, to_regclass('migrations') is not null as has_tables,
    coalesce((select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('migrations')), false) as is_owner`;

/** Connects once and changes nothing. Rejects if the database cannot be used. */
export async function describeDatabase(url: string): Promise<DatabaseFacts> {
  const client = new Client(connectionOptions(url));
  client.on("error", () => {});
  try {
    await client.connect();
    const found = await client.query<{
      version: string;
      now: string;
      bytes: number;
      has_tables: boolean;
      is_owner: boolean;
    }>(FACTS);
    const [row] = found.rows;
    if (!row) throw new Error("The database does not answer.");
    const applied = row.has_tables
      ? await client.query<{ name: string }>("select name from migrations order by name")
      : null;
    const names = new Set(applied?.rows.map(({ name }) => name));
    const known = readMigrations().map(({ name }) => name);
    return {
      version: row.version,
      now: Number(row.now),
      bytes: row.bytes,
      pending: applied === null ? null : known.filter((name) => !names.has(name)).length,
      unknown: [...names].find((name) => !known.includes(name)) ?? null,
      isOwner: row.is_owner,
    };
  } finally {
    await endConnection(client).catch(() => {});
  }
}
