import { Pool, type ClientConfig } from "pg";
import { typeParsers } from "./type-parsers.ts";

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** The server ends a statement after 5 s. One that is frozen does not, so the client stops waiting a little later. */
const SILENCE_MS = 7_000;

const FORMATS = "set timezone to 'UTC'; set datestyle to 'ISO';";
const LIMITS = `
  set statement_timeout to '5s';
  set lock_timeout to '2s';
  set idle_in_transaction_session_timeout to '30s';`;

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

/** For queries: limited in time. */
export function openPool(url: string, log: (line: string) => void): Pool {
  const options = { ...connectionOptions(url), max: POOL_SIZE, query_timeout: SILENCE_MS };
  return watched(new Pool({ ...options, onConnect: (client) => client.query(FORMATS + LIMITS) }), log);
}

/** For migrations: one connection, without limits. */
export function openPatientPool(url: string): Pool {
  return watched(
    new Pool({ ...connectionOptions(url), max: 1, onConnect: (client) => client.query(FORMATS) }),
    () => {},
  );
}

function watched(pool: Pool, log: (line: string) => void): Pool {
  // What breaks a connection in use reaches its user through the query; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // An idle connection broke; the pool has dropped it and makes a new one when asked.
  pool.on("error", (error) => log(`A database connection was lost: ${error.message}`));
  return pool;
}
