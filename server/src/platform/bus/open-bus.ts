import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { attempts, gaugesOf, reasonOf, settled, type Part } from "../lib/index.ts";
import { connect } from "./connect.ts";

const UNREACHABLE = "NATS cannot be reached; changes of stations of other servers are read from the database";
/** NATS may end a connection without a reason. */
const CLOSED = new Error("it closed the connection");
const RETRY_MS = SECOND_MS;
/** How long the messages that were sent last may take before the connection is closed. */
const LAST_MESSAGES_MS = SECOND_MS;

/**
 * The connection to NATS, which is made again until the server stops. A message is delivered at most once: nothing that was sent while the
 * connection was lost arrives later.
 */
export type Bus = Part & {
  /** Whether messages can be sent and received at the moment. */
  isConnected: () => boolean;
  /** Sends a text to a subject of the installation. False if it was not sent. */
  publish: (subject: string, text: string) => boolean;
  /** Sends a text to a subject, and yields the replies of other servers, until there are `replies` of them or the time is over. */
  ask: (subject: string, text: string, awaited: Awaited) => AsyncIterable<Uint8Array>;
  /** Handles the messages to a subject, or to all that match one with wildcards, without those of this server. */
  subscribe: (subject: string, handle: Handle) => void;
  /** Calls `handle` whenever the connection was made, once the subscriptions have begun; also if that was before. */
  onConnected: (handle: () => void) => void;
  /** Calls `handle` whenever the connection was lost. */
  onLost: (handle: () => void) => void;
};

export type BusOptions = {
  /** The value of NATS_URL. It may contain a password, so it must not be logged. */
  urls: string;
  /** The name of this server, for those who look at NATS. */
  name: string;
  /** The beginning of all subjects, the same for all servers of an installation. */
  prefix: string;
  log: Logger;
};

type Handle = (payload: Uint8Array, reply: (text: string) => void) => void | Promise<void>;

type Outgoing = { subject: string; text: string };

type Awaited = { replies: number; timeoutMs: number };

const buses = gaugesOf<Pick<Bus, "isConnected">>();

buses.add(
  {
    name: "groundcrew_nats_connected",
    help: "1 while this server is connected to NATS, otherwise 0. Absent without NATS_URL.",
  },
  (gauge, { isConnected }) => gauge.set(Number(isConnected())),
);

/** Connects to NATS in the background. */
export function openBus({ urls, name, prefix, log }: BusOptions): Bus {
  const stopping = new AbortController();
  const handlers = new Map<string, Handle>();
  const watchers: Record<"connected" | "lost", (() => void)[]> = { connected: [], lost: [] };
  const attempt = attempts({ log, failure: UNREACHABLE });
  let current: NatsConnection | null = null;
  /** Whether the subscriptions of the current connection have begun. */
  let isReady = false;
  const connected = () => (isReady && current?.isClosed() === false ? current : null);
  const isConnected = () => connected() !== null;

  function subscribeOn(connection: NatsConnection, subject: string): void {
    const callback = callbackOf(connection, { handle: handlers.get(subject), log });
    connection.subscribe(`${prefix}.${subject}`, { callback });
  }

  async function open(): Promise<NatsConnection> {
    const connection = await connect(urls, { name, inboxPrefix: `${prefix}.replies` });
    current = connection;
    for (const subject of handlers.keys()) subscribeOn(connection, subject);
    await untilSubscribed(connection);
    return connection;
  }

  async function stayConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      const connection = await attempt(open, null);
      if (connection !== null) await use(connection);
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Resolves when the connection has ended. */
  async function use(connection: NatsConnection): Promise<void> {
    isReady = true;
    if (stopping.signal.aborted) await connection.close();
    else for (const handle of watchers.connected) handle();
    const reason = (await connection.closed()) ?? CLOSED;
    isReady = false;
    current = null;
    for (const handle of watchers.lost) handle();
    if (!stopping.signal.aborted) log.warn({ reason: reasonOf(reason) }, "the connection to NATS was lost");
  }

  const shown = buses.watch({ isConnected });
  const running = stayConnected();
  return {
    isConnected,
    publish: (subject, text) => trySending(connected(), { subject: `${prefix}.${subject}`, text }),
    ask: (subject, text, awaited) => repliesOn(connected(), { subject: `${prefix}.${subject}`, text }, awaited),
    subscribe(subject, handle) {
      handlers.set(subject, handle);
      if (current !== null) subscribeOn(current, subject);
    },
    onConnected(handle) {
      watchers.connected.push(handle);
      if (isConnected()) handle();
    },
    onLost: (handle) => void watchers.lost.push(handle),
    async stop() {
      stopping.abort();
      await shown.stop();
      if (current !== null) await endConnection(current);
      await running;
    },
  };
}

/** Resolves when NATS has received everything that was sent so far; rejects when the connection ends before. */
async function untilSubscribed(connection: NatsConnection): Promise<void> {
  const lost = connection.closed().then((reason) => Promise.reject(reason ?? CLOSED));
  await Promise.race([connection.flush(), lost]);
}

type Handling = { handle: Handle | undefined; log: Logger };

function callbackOf(connection: NatsConnection, { handle, log }: Handling) {
  async function take(message: Msg): Promise<void> {
    try {
      await handle?.(message.data, (text) => {
        if (message.reply) trySending(connection, { subject: message.reply, text });
      });
    } catch (failure) {
      log.error({ err: failure }, "a message from NATS was not handled");
    }
  }

  return (error: Error | null, message: Msg): void => {
    // Without the right to subscribe, nothing would ever arrive.
    if (error === null) void take(message);
    else void connection.close();
  };
}

/** The replies to a message; none when nobody has received it, or the connection ends. */
async function* repliesOn(
  connection: NatsConnection | null,
  { subject, text }: Outgoing,
  { replies, timeoutMs }: Awaited,
): AsyncGenerator<Uint8Array> {
  if (connection === null) return;
  try {
    const waiting = { strategy: "count", maxMessages: replies, maxWait: timeoutMs } as const;
    for await (const { data } of await connection.requestMany(subject, text, waiting)) yield data;
  } catch {
    // Nothing more will come.
  }
}

function trySending(connection: NatsConnection | null, { subject, text }: Outgoing): boolean {
  if (connection === null) return false;
  try {
    connection.publish(subject, text);
    return true;
  } catch {
    // It is longer than NATS is configured to accept, or the connection has just ended.
    return false;
  }
}

/** Closes a connection, once what was sent last has arrived, or after a second. */
async function endConnection(connection: NatsConnection): Promise<void> {
  await settled([connection.drain().catch(() => {})], LAST_MESSAGES_MS);
  await connection.close();
}
