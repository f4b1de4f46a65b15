import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type PostgresCursor,
  type PostgresDialectConfig,
  type PostgresPool,
  type PostgresQueryResult,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Scope } from "../http/index.ts";
import { copyInto, type CopyIn } from "./dump/copy-in.ts";
import { isReadOnlySession, trackConnectionFailure } from "./errors.ts";
import { observeQuery, openPoolWithoutTimeouts, openPool, type PoolOptions } from "./pool.ts";
import type { SharedTables } from "./tables/shared-tables.ts";
import type { TenantTables } from "./tables/tenant-tables.ts";
import { recordQuery } from "../tracing/index.ts";

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
  if (!scope.seesAny) throw new Error("A caller who may see no organization requested data of organizations.");
  return withTenants(db);
}

/** The database with every tenant's data. Only for the server's own work, never for a request. */
export function everyTenant(db: SharedDb): Db {
  return withTenants(db);
}

/** Connects to a database that is known to be reachable. Close it with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void, connections?: number): SharedDb {
  return queriesOver<SharedTables>(openPool(url, log, { connections }));
}

/**
 * Opens one connection (or several) without time limits and with every tenant's data, for migrations and for seeding a database on a slow
 * or busy machine. Close it with `db.destroy()`.
 */
export function connectWithoutTimeouts(url: string, options?: PoolOptions): Db {
  return withTenants(queriesOver<Database>(openPoolWithoutTimeouts(url, options)));
}

/** The same with one connection, on which `copyIn` inserts rows in the current transaction of `db`. */
export function connectForCopy(url: string): { db: Db; copyIn: CopyIn } {
  const pool = openPoolWithoutTimeouts(url);
  let connected: PoolClient | null = null;
  pool.on("connect", (client) => {
    connected = client;
  });
  const copyIn = copyInto(() => {
    if (connected === null) throw new Error("Nothing has used this connection yet.");
    return connected;
  });
  return { db: withTenants(queriesOver<Database>(pool)), copyIn };
}

/** Runs `work` in a transaction that has the same tables as the handle. */
export function inTransaction<D extends SharedDb, T>(db: D, work: (tx: D) => Promise<T>): Promise<T>;
export function inTransaction<T>(db: SharedDb, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx: SharedDb) => work(withTenants(tx)));
}

/** Runs queries that all see the database as it was when the first of them began. */
export function onSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const begin = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return begin.execute((snapshot) => work(withTenants(snapshot)));
}

/** Runs `work` on a single connection. */
export function onConnection<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute((session) => work(withTenants(session)));
}

function withTenants(db: Kysely<Database>): Db {
  return Object.assign(db, { hasTenants: true } as const);
}

/** The tables that queries are built on, as the migrations create them; a test compares the two. Those that only SQL text names have no types. */
export type Database = SharedTables & TenantTables;

/**
 * Builds queries on a pool. A failed transaction throws its own error, even if the rollback fails too. Connection errors are registered,
 * so that `isDatabaseUnavailable` recognizes them wherever they surface.
 */
export function queriesOver<Tables>(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new NotingDialect({ pool: preparing(pool) }),
    log(event) {
      observeQuery(event);
      recordQuery({ sql: event.query.sql, ms: event.queryDurationMillis, isFailed: event.level === "error" });
      if (event.level === "error") trackConnectionFailure(event.error);
    },
  });
}

const PREPARED_TEXT = "/* prepared */";
/** Begins a statement that is sent all the time: a connection parses and plans it a few times instead of each time. */
export const PREPARED = sql.raw(PREPARED_TEXT);

const names = new Map<string, string>();

/** The name under which connections keep a statement. */
function nameOf(text: string): string | undefined {
  if (!text.startsWith(PREPARED_TEXT)) return undefined;
  const name = names.get(text) ?? `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * The same pool, whose connections prepare the statements that begin with `PREPARED`. A connection that turns out to be read-only is closed: another
 * one may lead to the new primary.
 */
function preparing(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let isReadOnly = false;
      const noteFailure = (error: unknown) => {
        isReadOnly ||= isReadOnlySession(error);
      };
      function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
      function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
      function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
        if (typeof text !== "string") throw new Error("Cursors are not used.");
        const result = client.query({ name: nameOf(text), text, values: [...values] });
        result.catch(noteFailure);
        return result;
      }
      return { query, release: (isBroken) => client.release(isBroken || isReadOnly) };
    },
  };
}

class NotingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new NotingDriver(this.#config);
  }
}

class NotingDriver extends PostgresDriver {
  override async acquireConnection(...parameters: Parameters<PostgresDriver["acquireConnection"]>) {
    return super.acquireConnection(...parameters).catch((error: unknown) => {
      throw trackConnectionFailure(error);
    });
  }

  /**
   * A rollback only fails when the connection is broken. The driver then discards the connection and PostgreSQL rolls back by itself.
   * Throwing the rollback's error would hide the original one.
   */
  override async rollbackTransaction(...parameters: Parameters<PostgresDriver["rollbackTransaction"]>): Promise<void> {
    await super.rollbackTransaction(...parameters).catch(() => {});
  }
}
