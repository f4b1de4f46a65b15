import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Scope } from "../http/index.ts";
import { queriesOver } from "./dialect.ts";
import { openPatientPool, openPool, type Patience } from "./pool.ts";
import { borrowFor, EVERY_TENANT, NO_TENANT } from "./row-scope.ts";
import type { Database } from "./schema.ts";
import type { SharedTables } from "./shared-tables.ts";

/**
 * The database without the tables of tenants, a transaction included. Times come back as ISO text, `bigint` as numbers. A
 * statement may take 4 s and wait 2 s for a lock, and fails a little later when the server says nothing at all.
 */
export type SharedDb = Kysely<SharedTables>;

/** The same with the tables of tenants, of which it shows what a scope allows: made by `scoped` and `everyTenant` only. */
export type Db = Kysely<Database> & Tenants;

/** To the compiler, Kysely is the same whatever its tables: without a mark, a handle without tenants would do for one with them. */
type Tenants = { readonly hasTenants: true };

type Handles = { shared: SharedDb; every: Db; of: (orgId: number) => Db; end: () => Promise<void> };

/** The handles that belong together, by each one that is not a tenant's. */
const handles = new WeakMap<SharedDb, Handles>();

/** The database as a scope shows it. Kept for each organization, so that asking for it costs nothing. */
export function scoped(db: SharedDb, { orgId }: Scope): Db {
  const { every, of } = handlesOf(db);
  return orgId === null ? every : of(orgId);
}

/** The database with all that every tenant has: for what the server does by itself, and for nothing that anyone asked for. */
export function everyTenant(db: SharedDb): Db {
  return handlesOf(db).every;
}

/** The database without tenants. */
export function withoutTenants(db: Db): SharedDb {
  return handlesOf(db).shared;
}

/** A database that is known to be there. Ended with `disconnect`. */
export function connect(url: string, log: (line: string) => void): SharedDb {
  return openHandles((scope) => openPool(url, { log, scope, size: POOL_SIZES[scope] })).shared;
}

/**
 * One connection, or some, without any time limit and with every tenant: for migrations, and for filling a database on a slow
 * or busy machine. Ended with `db.destroy()`.
 */
export function connectPatiently(url: string, patience?: Patience): Db {
  return openHandles((scope) => openPatientPool(url, { scope, ...patience })).every;
}

type PoolScope = typeof EVERY_TENANT | typeof NO_TENANT;

/** Connections of each of the three pools. Stations' work and the provider's users have the first. */
const POOL_SIZES: Record<PoolScope, number> = { [EVERY_TENANT]: 10, [NO_TENANT]: 6 };

/** Handles over three pools, none of which connects before it is used. */
function openHandles(open: (scope: PoolScope) => Pool): Handles {
  const pools = { shared: open(NO_TENANT), every: open(EVERY_TENANT), tenants: open(NO_TENANT) };
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= endAll(Object.values(pools)));
  const over = (pool: Pool, connect = () => pool.connect()) => ({ connect, end, options: pool.options });
  const tenants = new Map<number, Db>();
  const made: Handles = {
    shared: queriesOver<SharedTables>(over(pools.shared)),
    every: withTenants(queriesOver<Database>(over(pools.every))),
    of(orgId) {
      const known = tenants.get(orgId);
      if (known) return known;
      const db = withTenants(queriesOver<Database>(over(pools.tenants, () => borrowFor(pools.tenants, orgId))));
      tenants.set(orgId, db);
      return db;
    },
    end,
  };
  for (const handle of [made.shared, made.every]) handles.set(handle, made);
  return made;
}

async function endAll(pools: readonly Pool[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
}

/** Ends every connection of a database, whichever of its handles is given. */
export async function disconnect(db: SharedDb): Promise<void> {
  await handlesOf(db).end();
}

function withTenants(db: Kysely<Database>): Db {
  return Object.assign(db, { hasTenants: true } as const);
}

/** Does work in a transaction, in the scope of the handle that begins it. */
export function inTransaction<D extends SharedDb, T>(db: D, work: (tx: D) => Promise<T>): Promise<T>;
export function inTransaction<T>(db: SharedDb, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx: SharedDb) => work(withTenants(tx)));
}

/** Does work on one connection. */
export function onConnection<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute((session) => work(withTenants(session)));
}

function handlesOf(db: SharedDb): Handles {
  const found = handles.get(db);
  if (!found) throw new Error("A scope is chosen for a database, before a transaction in it begins.");
  return found;
}
