import type { Client } from "pg";
import { withinLimit } from "./pool.ts";
import { firstTooNew, readMigrations } from "./migrate.ts";

/** The facts about a database that an operator needs. */
export type DatabaseFacts = {
  version: string;
  /** Its clock (ms). */
  now: number;
  bytes: number;
  /** Number of migrations that it lacks; null when it has no tables yet. */
  pending: number | null;
  /** A migration of a newer version, after which this one can't use the database. */
  tooNew: string | null;
  /** Whether the role could change or drop tables. */
  isOwner: boolean;
  /** When the newest complete backup that is recorded in it was made (ms); null for none. */
  newestBackup: number | null;
  /** Jobs, such as emails but not messages to channels, that have failed and wait, or were given up in the last day; why the newest failed, null if there are none. */
  failedJobs: { count: number; reason: string | null };
};

const FACTS = `
  select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as now,
    pg_database_size(current_database())::float8 as bytes, to_regclass('migrations') is not null as has_tables,
    to_regclass('backups') is not null as has_backups,
    exists (select from pg_attribute where attrelid = to_regclass('jobs') and attname = 'receiver') as has_queue,
    coalesce((select pg_has_role(relowner, 'member') from pg_class where oid = to_regclass('migrations')), false) as is_owner`;

const MIGRATIONS =
  "select name, to_jsonb(migrations) ->> 'oldest_version' as oldest_version from migrations order by name";
const NEWEST_BACKUP = "select extract(epoch from max(taken)) * 1000 as newest from backups where failure is null";
const FAILED_JOBS = `
  select count(*)::integer as count, (array_agg(kind || ': ' || last_error order by id desc))[1] as reason from (
    select id, kind, last_error from jobs where ended is null and receiver is null and last_error is not null
    union all select id, kind, last_error from jobs where outcome = 'given_up' and key is null and ended > now() - interval '1 day'
  ) failed`;
const NO_JOBS = { count: 0, reason: null };

/** Connects once and changes nothing. Rejects if the database cannot be used, or does not answer within 5 s. */
export function describeDatabase(url: string): Promise<DatabaseFacts> {
  return withinLimit(url, readFacts);
}

async function readFacts(client: Client): Promise<DatabaseFacts> {
  const found = await client.query<{
    version: string;
    now: string;
    bytes: number;
    has_tables: boolean;
    has_backups: boolean;
    has_queue: boolean;
    is_owner: boolean;
  }>(FACTS);
  const [row] = found.rows;
  if (!row) throw new Error("The database does not answer.");
  const applied = row.has_tables
    ? await client.query<{ name: string; oldest_version: string | null }>(MIGRATIONS)
    : null;
  const backups = row.has_backups ? await client.query<{ newest: string | null }>(NEWEST_BACKUP) : null;
  const jobs = row.has_queue ? await client.query<DatabaseFacts["failedJobs"]>(FAILED_JOBS) : null;
  const newest = backups?.rows[0]?.newest ?? null;
  const names = new Set(applied?.rows.map(({ name }) => name));
  const known = readMigrations().map(({ name }) => name);
  return {
    version: row.version,
    now: Number(row.now),
    bytes: row.bytes,
    pending: applied === null ? null : known.filter((name) => !names.has(name)).length,
    tooNew: firstTooNew(applied?.rows ?? []),
    isOwner: row.is_owner,
    newestBackup: newest === null ? null : Number(newest),
    failedJobs: jobs?.rows[0] ?? NO_JOBS,
  };
}
