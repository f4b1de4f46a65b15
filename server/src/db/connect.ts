import type { Kysely } from "kysely";
import { queriesOver } from "./dialect.ts";
import { openPatientPool, openPool, type Patience } from "./pool.ts";
import type { Database } from "./schema.ts";

/**
 * The database as queries see it, a transaction included. Times come back as ISO text, `bigint` as numbers. A statement
 * may take 4 s and wait 2 s for a lock, and fails a little later when the server says nothing at all.
 */
export type Db = Kysely<Database>;

/** A database that is known to be there. Ended with `db.destroy()`. */
export function connect(url: string, log: (line: string) => void): Db {
  return queriesOver<Database>(openPool(url, log));
}

/**
 * One connection, or some, without any time limit: for migrations, and for filling a database on a slow or busy machine. Ended
 * with `db.destroy()`.
 */
export function connectPatiently(url: string, patience?: Patience): Db {
  return queriesOver<Database>(openPatientPool(url, patience));
}
