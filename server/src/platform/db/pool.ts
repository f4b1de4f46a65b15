import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Pool, type ClientBase, type ClientConfig, TypeOverrides, type CustomTypesConfig } from "pg";
import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { Gauge, Histogram } from "prom-client";

const POOL_SIZE = 10;
/** How long a query may wait for a connection. Together with `SILENCE_MS` this limits how long a caller waits for a frozen database. */
const CONNECT_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 10_000;

/** The server cancels a statement after 4 s. A frozen server does not, so its connection is dropped a little later. */
const SILENCE_MS = 4_500;

const FORMATS = "set timezone to 'UTC'; set datestyle to 'ISO';";
const LIMITS = `
  set statement_timeout to '4s';
  set lock_timeout to '2s';
  set idle_in_transaction_session_timeout to '30s';`;

/** Options for single connections and for the pool. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: "groundcrew",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A peer that disappeared is noticed within about a minute.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: typeParsers(),
  };
}

type LimitedPoolOptions = { connections?: number | undefined; silenceMs?: number };

/** A pool for queries, with time limits. */
export function openPool(
  url: string,
  log: (line: string) => void,
  { connections = POOL_SIZE, silenceMs = SILENCE_MS }: LimitedPoolOptions = {},
): Pool {
  const options = { ...connectionOptions(url), max: connections };
  const onConnect = (client: ClientBase) => {
    breakWhenSilent(client, silenceMs);
    return client.query(FORMATS + LIMITS);
  };
  const pool = watched(new Pool({ ...options, onConnect }), log);
  watchPool(pool);
  return pool;
}

/**
 * Drops a connection whose server owes a reply and stays silent. The connection must not be reused: if a `begin` were answered late, the
 * next user's work would run in a transaction that nobody commits.
 */
function breakWhenSilent(client: ClientBase, silenceMs: number): void {
  if (!(client instanceof Client) || !(client.connection.stream instanceof Socket)) return;
  const socket = client.connection.stream;
  let answered = socket.bytesWritten;
  client.on("drain", () => {
    answered = socket.bytesWritten;
  });
  socket.setTimeout(silenceMs);
  // Not `once`: idle connections time out too, and are reused.
  socket.on("timeout", () => {
    if (socket.bytesWritten > answered) socket.destroy(new Error("Connection terminated: the database is silent"));
  });
}

/** How long a stop waits for a database that does not respond. */
const STOP_WAIT_MS = 1_000;

/**
 * Waits for something that a connection does. When a stop is requested and the database does not respond within a second, the connection
 * is broken, so that a frozen database does not prevent a stop.
 */
export async function untilStopped<T>(client: Client, signal: AbortSignal, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limitWait = () => {
    timer = setTimeout(() => client.connection.stream.destroy(), STOP_WAIT_MS);
  };
  if (signal.aborted) limitWait();
  else signal.addEventListener("abort", limitWait);
  try {
    return await work;
  } finally {
    signal.removeEventListener("abort", limitWait);
    clearTimeout(timer);
  }
}

/** Ends a connection, also one whose database does not respond. */
export function endConnection(client: Client): Promise<void> {
  return untilStopped(client, AbortSignal.abort(), client.end());
}

/** How long an operator waits to read that a database does not answer. */
const LIMIT_MS = 5_000;

/** Runs short work on a connection of its own. Rejects if the database has not answered within 5 s. */
export async function withinLimit<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connectionOptions(url), connectionTimeoutMillis: 0 });
  // Errors on an open connection are also reported by the query.
  client.on("error", () => {});
  const late = sleep(LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`it does not answer within ${LIMIT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([client.connect().then(() => work(client)), late]);
  } finally {
    await endConnection(client).catch(() => {});
  }
}

/** The maximum number of connections, and how long a query may wait for one. */
export type PoolOptions = { connections: number; connectMs: number };

const LONG_CONNECT_MS = 60_000;
/** Also overrides limits that an operator set for the role or the database. */
const NO_LIMITS = `
  set statement_timeout to 0;
  set lock_timeout to 0;
  set idle_in_transaction_session_timeout to 0;
  set idle_session_timeout to 0;`;
/** Prepares a single connection for work that may take long. */
export const WITHOUT_TIMEOUTS = FORMATS + NO_LIMITS;

/** A pool for migrations and the demo: one connection unless specified otherwise, without time limits. */
export function openPoolWithoutTimeouts(
  url: string,
  { connections: max, connectMs: connectionTimeoutMillis }: PoolOptions = {
    connections: 1,
    connectMs: LONG_CONNECT_MS,
  },
): Pool {
  const options = { ...connectionOptions(url), max, connectionTimeoutMillis };
  return watched(new Pool({ ...options, onConnect: (client) => client.query(WITHOUT_TIMEOUTS) }), () => {});
}

function watched(pool: Pool, log: (line: string) => void): Pool {
  // An error on a connection in use is also reported by its query, but without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // An idle connection broke. The pool has removed it and opens a new one when needed.
  pool.on("error", (error) => log(`A database connection was lost: ${error.message}`));
  return pool;
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ_ARRAY = 1185;

/**
 * How values are returned from the database: times as ISO text in UTC with milliseconds, dates as text, `bigint` as numbers. The
 * session's time zone must be UTC.
 */
function typeParsers(): CustomTypesConfig {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(INT8, parseInteger);
  parsers.setTypeParser(DATE, parseDate);
  parsers.setTypeParser(TIMESTAMPTZ, parseTimestamp);
  parsers.setTypeParser(INT8_ARRAY, eachOf(parseInteger));
  parsers.setTypeParser(DATE_ARRAY, eachOf(parseDate));
  parsers.setTypeParser(TIMESTAMPTZ_ARRAY, eachOf(parseTimestamp));
  return parsers;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large for an exact number.`);
  return value;
}

function parseDate(text: string): CalendarDate {
  return text;
}

/** `2026-11-21 02:13:00.123456+00` → `2026-11-21T02:13:00.123Z`. Only slices the text, because this runs for every row. */
function parseTimestamp(text: string): Timestamp {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (!parts) throw new RangeError(`The database holds the time ${text}, which is not in UTC or not of our era.`);
  const [, day, time, fraction = ""] = parts;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}

/** Parses a flat array whose values contain neither commas nor quotes, such as `{"2026-11-21 02:13:00+00",NULL}`. */
function eachOf<Value>(parse: (text: string) => Value): (text: string) => (Value | null)[] {
  return (text) => {
    if (text === "{}") return [];
    const items = text.slice(1, -1).replaceAll('"', "").split(",");
    return items.map((item) => (item === "NULL" ? null : parse(item)));
  };
}

const queryDuration = new Histogram({
  name: "groundcrew_db_query_duration_seconds",
  help: "Duration of database statements, without the wait for a connection, by outcome: query or error.",
  labelNames: ["outcome"],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

const pools = new Set<Pool>();

const connections = new Gauge({
  name: "groundcrew_db_connections",
  help: "Connections of the database pool, by state: busy or idle.",
  labelNames: ["state"],
  collect() {
    const idle = sum(({ idleCount }) => idleCount);
    connections.set({ state: "idle" }, idle);
    connections.set({ state: "busy" }, sum(({ totalCount }) => totalCount) - idle);
  },
});

const limit = new Gauge({
  name: "groundcrew_db_connections_limit",
  help: "How many connections the database pool may have.",
  collect() {
    limit.set(sum(({ options }) => options.max));
  },
});

const waiting = new Gauge({
  name: "groundcrew_db_waiting",
  help: "Callers that wait for a connection of the database pool.",
  collect() {
    waiting.set(sum(({ waitingCount }) => waitingCount));
  },
});

export function observeQuery({
  level,
  queryDurationMillis,
}: {
  level: "query" | "error";
  queryDurationMillis: number;
}) {
  queryDuration.observe({ outcome: level }, queryDurationMillis / 1_000);
}

/** Includes a pool in the metrics until it is closed. */
function watchPool(pool: Pool): void {
  pools.add(pool);
}

function sum(countOf: (pool: Pool) => number): number {
  for (const pool of pools) if (pool.ended) pools.delete(pool);
  return [...pools].reduce((total, pool) => total + countOf(pool), 0);
}
