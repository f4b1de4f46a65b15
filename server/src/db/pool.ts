import { Pool, type ClientConfig } from "pg";
import { typeParsers } from "./type-parsers.ts";

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** What every session of ours is set to; a migration sets its own limits. */
const SESSION = `
  set timezone to 'UTC';
  set datestyle to 'ISO';
  set statement_timeout to '5s';
  set lock_timeout to '2s';
  set idle_in_transaction_session_timeout to '30s'`;

/** Options that a single connection and the pool share. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: "groundcrew",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A peer that vanished without a word is noticed within a minute or so.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: typeParsers(),
  };
}

export function openPool(url: string, log: (line: string) => void): Pool {
  const pool = new Pool({
    ...connectionOptions(url),
    max: POOL_SIZE,
    onConnect: async (client) => {
      await client.query(SESSION);
    },
  });
  // What breaks a connection in use reaches its user through the query; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // An idle connection broke; the pool has dropped it and makes a new one when asked.
  pool.on("error", (error) => log(`A database connection was lost: ${error.message}`));
  return pool;
}
