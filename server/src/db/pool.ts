import { Socket } from "node:net";
import { Client, Pool, type ClientBase, type ClientConfig } from "pg";
import { typeParsers } from "./type-parsers.ts";

const POOL_SIZE = 10;
/** How long a query may wait for a connection; with `SILENCE_MS`, how long anyone waits for a database that is frozen. */
const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 10_000;

/** The server ends a statement after 4 s. One that is frozen does not, so its connection is given up a little later. */
const SILENCE_MS = 4_500;

const FORMATS = "set timezone to 'UTC'; set datestyle to 'ISO';";
const LIMITS = `
  set statement_timeout to '4s';
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
  const options = { ...connectionOptions(url), max: POOL_SIZE };
  const onConnect = (client: ClientBase) => {
    breakWhenSilent(client);
    return client.query(FORMATS + LIMITS);
  };
  return watched(new Pool({ ...options, onConnect }), log);
}

/**
 * Breaks a connection whose server owes an answer and says nothing. It must not be used again: a `begin` that is answered late would
 * put the work of its next user into a transaction that nobody commits.
 */
function breakWhenSilent(client: ClientBase): void {
  if (!(client instanceof Client) || !(client.connection.stream instanceof Socket)) return;
  const socket = client.connection.stream;
  let answered = socket.bytesWritten;
  client.on("drain", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(SILENCE_MS);
  // Each time: an idle connection times out as well, and is used again.
  socket.on("timeout", () => {
    if (socket.bytesWritten > answered) socket.destroy(new Error("Connection terminated: the database is silent"));
  });
}

/** How many connections there may be, and how long a query may wait for one. */
export type Patience = { connections: number; connectMs: number };

const PATIENT_CONNECT_MS = 60_000;
/** Also lifts limits that an operator gave the role or the database. */
const NO_LIMITS = `
  set statement_timeout to 0;
  set lock_timeout to 0;
  set idle_in_transaction_session_timeout to 0;
  set idle_session_timeout to 0;`;

/** For migrations and the demo: one connection unless told otherwise, and no time limit on it. */
export function openPatientPool(
  url: string,
  patience: Patience = { connections: 1, connectMs: PATIENT_CONNECT_MS },
): Pool {
  const { connections: max, connectMs: connectionTimeoutMillis } = patience;
  const options = { ...connectionOptions(url), max, connectionTimeoutMillis };
  return watched(new Pool({ ...options, onConnect: (client) => client.query(FORMATS + NO_LIMITS) }), () => {});
}

function watched(pool: Pool, log: (line: string) => void): Pool {
  // What breaks a connection in use reaches its user through the query; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // An idle connection broke; the pool has dropped it and makes a new one when asked.
  pool.on("error", (error) => log(`A database connection was lost: ${error.message}`));
  return pool;
}
