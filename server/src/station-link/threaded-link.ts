import { readTopic, type InvalidMessage, type RejectedConnection, type Topic } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { turns } from "../platform/lib/index.ts";
import {
  MAX_UNAUTHENTICATED,
  messageReader,
  requireFreePort,
  watchLink,
  type HandleMessage,
  type Link,
  type MessageReader,
  type Received,
} from "../platform/link/index.ts";
import type { Board, StateChange } from "../stations/index.ts";
import { keepRunning } from "./keep-running.ts";
import { startLinkThread, type LinkThread, type ThreadHandler } from "./link-thread.ts";
import { mergeInvalid, mergeRejected } from "./merge-lists.ts";
import type { ThreadSetup } from "./thread-messages.ts";
import { threadMetrics, type Metrics } from "./thread-metrics.ts";

export type ThreadedLinkOptions = Omit<ThreadSetup, "broker" | "forwarded"> &
  Pick<ThreadHandler, "script"> & {
    /** With port 0 any free port is used. */
    broker: { host: string; port: number; threads: number };
    board: Pick<Board, "putState" | "names">;
    /** Reads some stations again from the database; never rejects. */
    refresh: (stations: readonly string[]) => Promise<void>;
    log: Logger;
  };

/** The embedded broker in threads of its own, which also store stations' messages. */
export type ThreadedLink = Pick<Link, "handle" | "start" | "publish" | "disconnect" | "stop"> & {
  /** Parses messages that are handled in this thread. */
  reader: Pick<MessageReader, "read">;
  /** The port it listens on. Throws before `start`. */
  port(): number;
  /** Whether every thread listens and answers. */
  isUp(): Promise<boolean>;
  /** Stations that were rejected, latest attempt first. */
  rejectedConnections(): Promise<RejectedConnection[]>;
  /** Each station's last invalid message, latest first. */
  invalidMessages(): Promise<InvalidMessage[]>;
  /** The metrics of the threads, to be added up. What they count never decreases. */
  metrics(): Promise<Metrics[]>;
};

/**
 * If a thread crashes, it is started again: stations reconnect, and send events again that were not acknowledged. The operating system distributes
 * connections among several threads that listen on the same port.
 */
export function threadedLink({ broker, board, refresh, log, script, ...setup }: ThreadedLinkOptions): ThreadedLink {
  const handlers = new Map<Topic, HandleMessage>();
  const owners = connectionOwners<LinkThread>();
  const { host, threads: count } = broker;
  let { port } = broker;

  const onMessage = messageHandler({ handlers, owners, board, refresh, log });

  async function startThread(onCrash: ThreadHandler["onCrash"]): Promise<LinkThread> {
    const maxUnauthenticated = Math.ceil(MAX_UNAUTHENTICATED / count);
    const address = { host, port, isShared: count > 1, maxUnauthenticated };
    const setupNow = { ...setup, broker: address, forwarded: [...handlers.keys()] };
    const thread = await startLinkThread(setupNow, { onMessage, onCrash, script });
    port = thread.port();
    return thread;
  }

  const threads = Array.from({ length: count }, () => {
    // The thread's last writes may be missing on the board.
    const thread = keepRunning({ start: startThread, recover: () => refresh(board.names()), log });
    return { ...thread, metrics: threadMetrics(thread.current) };
  });

  const reports = async () => Promise.all(threads.map(async (thread) => (await thread.current()?.report()) ?? null));
  const isUp = async () => !(await reports()).includes(null);
  const answers = async () => (await reports()).filter((report) => report !== null);

  let unwatch = () => {};

  return {
    handle: (topic, handle) => void handlers.set(topic, handle),
    reader: messageReader(log),
    async start() {
      if (count > 1) await requireFreePort({ host, port });
      const [first, ...others] = threads;
      // The first one chooses the port.
      await first?.start();
      await Promise.all(others.map((thread) => thread.start()));
      unwatch = watchLink({ isUp, connections: null });
    },
    publish: async (topic, payload) =>
      (await owners.of(readTopic(topic)?.station ?? "")?.publish(topic, payload)) ?? false,
    disconnect: (station) => threads.forEach((thread) => thread.current()?.disconnect(station)),
    async stop() {
      unwatch();
      await Promise.all(threads.map((thread) => thread.stop()));
    },
    port() {
      if (port === 0) throw new Error("The station link has not been started.");
      return port;
    },
    isUp,
    rejectedConnections: async () =>
      mergeRejected(
        (await answers()).map(({ rejectedConnections }) => rejectedConnections),
        owners.connectedAt,
      ),
    invalidMessages: async () => mergeInvalid((await answers()).map(({ invalidMessages }) => invalidMessages)),
    metrics: async () => (await Promise.all(threads.map(({ metrics }) => metrics()))).flat(),
  };
}

type Handlers = Pick<ThreadedLinkOptions, "board" | "refresh" | "log"> & {
  handlers: ReadonlyMap<Topic, HandleMessage>;
  owners: ReturnType<typeof connectionOwners<LinkThread>>;
};

/** Handles the messages of threads to this one. */
function messageHandler({ handlers, owners, ...showing }: Handlers): ThreadHandler["onMessage"] {
  async function handle(message: Received): Promise<void> {
    await handlers.get(message.topic)?.(message);
  }

  /** Confirms work to the thread, which does nothing more of its kind until then, also if the work fails. */
  async function confirm(thread: LinkThread, id: number, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      showing.log.error({ err: error }, "a message of a link thread was not handled"),
    );
    thread.confirmHandled(id);
  }

  return (message, thread) => {
    switch (message.kind) {
      case "connected":
        return owners.connected(message.station, { ...message, thread });
      case "written":
        return void confirm(thread, message.id, show(message.changes, showing));
      case "refresh":
        return void showing.refresh(message.stations);
      case "received":
        return void confirm(thread, message.id, handle(message.message));
    }
  };
}

/** Puts states on the board. If that fails, they are read again. */
async function show(
  changes: readonly StateChange[],
  { board, refresh, log }: Pick<ThreadedLinkOptions, "board" | "refresh" | "log">,
): Promise<void> {
  const turn = turns();
  try {
    for (const change of changes) {
      await turn();
      board.putState(change);
    }
  } catch (error) {
    log.error({ err: error }, "states were not published");
    await refresh(changes.map(({ name }) => name));
  }
}

/** A connection of a station; `at` is in ms, and a later one has a higher `order`. */
type Connection<T> = { thread: T; number: number; at: number; order: bigint };

/** Which of several threads has each station's latest connection. */
export function connectionOwners<T extends Pick<LinkThread, "handOver">>() {
  const latest = new Map<string, Connection<T>>();
  return {
    /** Records a new connection of a station. If another thread has one as well, the earlier of both is ended. */
    connected(station: string, connection: Connection<T>): void {
      const before = latest.get(station);
      // A busy main thread does not read the messages of several threads in the order in which they were sent.
      const isOutdated = before !== undefined && connection.order < before.order;
      const [earlier, later] = isOutdated ? [connection, before] : [before, connection];
      latest.set(station, later);
      if (earlier && earlier.thread !== later.thread) earlier.thread.handOver(station, earlier.number);
    },
    /** The thread to which a station has connected last. */
    of: (station: string): T | undefined => latest.get(station)?.thread,
    /** When a station has connected last (ms). */
    connectedAt: (station: string): number => latest.get(station)?.at ?? -Infinity,
  };
}
