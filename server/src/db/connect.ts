import type { Kysely } from "kysely";
import type { Scope } from "../http/index.ts";
import { queriesOver } from "./dialect.ts";
import { openPatientPool, openPool, type Patience } from "./pool.ts";
import type { Database } from "./schema.ts";
import type { SharedTables } from "./shared-tables.ts";

/**
 * A handle to the database, or a transaction, without the tenant tables. Times are returned as ISO text, `bigint` as numbers. A statement
 * is limited to 4 s, of which it may wait 2 s for a lock, and fails shortly after that if the server does not respond at all.
 */
export type SharedDb = Kysely<SharedTables>;

/** A handle that includes the tenant tables. Created by `scoped`, or by `everyTenant` for the server itself. */
export type Db = Kysely<Database> & Tenants;

/**
 * Kysely instances are structurally compatible whatever their tables. Without this brand, a handle without tenant tables would be
 * accepted where one with them is required.
 */
type Tenants = { readonly hasTenants: true };

/** The database for a caller with a scope. Each query applies the scope to its own rows. Throws when there is no scope. */
export function scoped(db: SharedDb, scope: Scope): Db {
  if (!scope.seesAny) throw new Error("The data of tenants was asked for by someone who sees none of it.");
  return withTenants(db);
}

/** The database with every tenant's data. Only for the server's own work, never for a request. */
export function everyTenant(db: SharedDb): Db {
  return withTenants(db);
}

/** Connects to a database that is known to be reachable. Close it with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): SharedDb {
  return queriesOver<SharedTables>(openPool(url, log));
}

/**
 * Opens one connection (or several) without time limits and with every tenant's data, for migrations and for seeding a database on a slow
 * or busy machine. Close it with `db.destroy()`.
 */
export function connectPatiently(url: string, patience?: Patience): Db {
  return withTenants(queriesOver<Database>(openPatientPool(url, patience)));
}

/** Runs `work` in a transaction that has the same tables as the handle. */
export function inTransaction<D extends SharedDb, T>(db: D, work: (tx: D) => Promise<T>): Promise<T>;
export function inTransaction<T>(db: SharedDb, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx: SharedDb) => work(withTenants(tx)));
}

/** Runs `work` on a single connection. */
export function onConnection<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute((session) => work(withTenants(session)));
}

function withTenants(db: Kysely<Database>): Db {
  return Object.assign(db, { hasTenants: true } as const);
}
