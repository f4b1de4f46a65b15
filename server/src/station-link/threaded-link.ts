import type { Topic } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import {
  messageReader,
  watchLink,
  type HandleMessage,
  type Link,
  type MessageReader,
  type Received,
  type Rejections,
} from "../platform/link/index.ts";
import type { Board } from "../stations/index.ts";
import { keepRunning } from "./keep-running.ts";
import { startLinkThread, type LinkThread, type ThreadHandler } from "./link-thread.ts";
import type { ThreadSetup } from "./thread-messages.ts";
import { threadMetrics, type Metrics } from "./thread-metrics.ts";

export type ThreadedLinkOptions = Omit<ThreadSetup, "forwarded"> &
  Pick<ThreadHandler, "script"> & {
    board: Pick<Board, "names" | "silentSince">;
    /** Reads some stations again from the database; never rejects. */
    refresh: (stations: readonly string[]) => Promise<void>;
    /** Shows written states. */
    show: (lines: readonly string[]) => void;
    log: Logger;
  };

/** The embedded broker in a thread of its own, which also stores stations' messages. */
export type ThreadedLink = Pick<Link, "handle" | "start" | "publish" | "disconnect" | "stop"> & {
  /** Parses messages that are handled in this thread. */
  reader: Pick<MessageReader, "read">;
  /** The port it listens on. Throws before `start`. */
  port(): number;
  /** Whether the thread listens and answers. */
  isUp(): Promise<boolean>;
  rejections(): Promise<Rejections>;
  /** The metrics of the thread and of those before it, to be added up. What they count never decreases. */
  metrics(): Promise<Metrics[]>;
};

/** If the thread crashes, it is started again: stations reconnect, and send events again that were not acknowledged. */
export function threadedLink({
  broker,
  board,
  refresh,
  show,
  log,
  script,
  ...setup
}: ThreadedLinkOptions): ThreadedLink {
  const handlers = new Map<Topic, HandleMessage>();
  let { port } = broker;

  const onMessage = messageHandler({ handlers, board, refresh, show, log });

  async function startThread(onCrash: ThreadHandler["onCrash"]): Promise<LinkThread> {
    const setupNow = { ...setup, broker: { ...broker, port }, forwarded: [...handlers.keys()] };
    const started = await startLinkThread(setupNow, { onMessage, onCrash, script });
    port = started.port();
    return started;
  }

  // The thread's last writes may be missing on the board.
  const thread = keepRunning({ start: startThread, recover: () => refresh(board.names()), log });
  const report = async () => (await thread.current()?.report()) ?? null;
  const isUp = async () => (await report()) !== null;

  let unwatch = () => {};

  return {
    handle: (topic, handle) => void handlers.set(topic, handle),
    reader: messageReader(log),
    async start() {
      await thread.start();
      unwatch = watchLink({ isUp, connections: null });
    },
    publish: async (topic, payload) => (await thread.current()?.publish(topic, payload)) ?? false,
    disconnect: (station) => thread.current()?.disconnect(station),
    async stop() {
      unwatch();
      await thread.stop();
    },
    port() {
      if (port === 0) throw new Error("The station link has not been started.");
      return port;
    },
    isUp,
    rejections: async () => (await report())?.rejections ?? { connections: [], messages: [] },
    metrics: threadMetrics(thread.current),
  };
}

type Showing = Pick<ThreadedLinkOptions, "board" | "refresh" | "show" | "log">;

type Handlers = Showing & {
  handlers: ReadonlyMap<Topic, HandleMessage>;
};

/** Handles the messages of the link's thread to this one. */
function messageHandler({ handlers, ...showing }: Handlers): ThreadHandler["onMessage"] {
  async function handle(message: Received): Promise<void> {
    await handlers.get(message.topic)?.(message);
  }

  /** Confirms work to the thread, which does nothing more of its kind until then, also if the work fails. */
  async function confirm(thread: LinkThread, id: number, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      showing.log.error({ err: error }, "a message of the link's thread was not handled"),
    );
    thread.confirmHandled(id);
  }

  return (message, thread) => {
    switch (message.kind) {
      case "written":
        return void confirm(thread, message.id, (async () => showing.show(message.lines))());
      case "refresh":
        return void showing.refresh(message.stations);
      case "received":
        return void confirm(thread, message.id, handle(message.message));
      case "silent_since":
        return thread.confirmHandled(message.id, showing.board.silentSince(message.since));
    }
  };
}
