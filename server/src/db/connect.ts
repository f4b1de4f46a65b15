import type { Kysely } from "kysely";
import type { Scope } from "../http/index.ts";
import { queriesOver } from "./dialect.ts";
import { openPatientPool, openPool, type Patience } from "./pool.ts";
import type { Database } from "./schema.ts";
import type { SharedTables } from "./shared-tables.ts";

/**
 * The database without the tables of tenants, a transaction included. Times come back as ISO text, `bigint` as numbers. A
 * statement may take 4 s and wait 2 s for a lock, and fails a little later when the server says nothing at all.
 */
export type SharedDb = Kysely<SharedTables>;

/** The same with the tables of tenants: made by `scoped`, or by `everyTenant` for the server itself. */
export type Db = Kysely<Database> & Tenants;

/** To the compiler, Kysely is the same whatever its tables: without a mark, a handle without tenants would do for one with them. */
type Tenants = { readonly hasTenants: true };

/** The database for a caller with a scope; which rows they see of it is a condition of each query. Fails without a scope. */
export function scoped(db: SharedDb, scope: Scope): Db {
  if (!scope.seesAny) throw new Error("The data of tenants was asked for by someone who sees none of it.");
  return withTenants(db);
}

/** The database with all that every tenant has: for what the server does by itself, and for nothing that anyone asked for. */
export function everyTenant(db: SharedDb): Db {
  return withTenants(db);
}

/** A database that is known to be there. Ended with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): SharedDb {
  return queriesOver<SharedTables>(openPool(url, log));
}

/**
 * One connection, or some, without any time limit and with every tenant: for migrations, and for filling a database on a slow
 * or busy machine. Ended with `db.destroy()`.
 */
export function connectPatiently(url: string, patience?: Patience): Db {
  return withTenants(queriesOver<Database>(openPatientPool(url, patience)));
}

/** Does work in a transaction, with the tables that the handle shows. */
export function inTransaction<D extends SharedDb, T>(db: D, work: (tx: D) => Promise<T>): Promise<T>;
export function inTransaction<T>(db: SharedDb, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx: SharedDb) => work(withTenants(tx)));
}

/** Does work on one connection. */
export function onConnection<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute((session) => work(withTenants(session)));
}

function withTenants(db: Kysely<Database>): Db {
  return Object.assign(db, { hasTenants: true } as const);
}
