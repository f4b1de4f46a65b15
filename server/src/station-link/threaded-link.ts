import type { InvalidMessage, RejectedConnection, Topic } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { turns } from "../lib/index.ts";
import { messageReader, type HandleMessage, type Link, type MessageReader } from "../link/index.ts";
import type { Board, StateChange } from "../stations/index.ts";
import { keepRunning } from "./keep-running.ts";
import { startLinkThread, type ThreadHandler } from "./link-thread.ts";
import type { ThreadSetup, ToThread } from "./thread-messages.ts";

export type ThreadedLinkOptions = Omit<ThreadSetup, "forwarded"> &
  Pick<ThreadHandler, "script"> & {
    board: Pick<Board, "putState" | "names">;
    /** Reads some stations again from the database; never rejects. */
    refresh: (stations: readonly string[]) => Promise<void>;
    log: Logger;
  };

/** The embedded broker in a thread of its own, which also stores what stations send. */
export type ThreadedLink = Pick<Link, "handle" | "start" | "publish" | "disconnect" | "stop"> & {
  /** Parses messages that are handled in this thread. */
  reader: Pick<MessageReader, "read">;
  /** The port it listens on. Throws before `start`. */
  port(): number;
  /** Whether the thread listens and answers. */
  isUp(): Promise<boolean>;
  /** Stations that were rejected, latest attempt first. */
  rejectedConnections(): Promise<RejectedConnection[]>;
  /** Each station's last invalid message, latest first. */
  invalidMessages(): Promise<InvalidMessage[]>;
  /** The metrics of each thread. */
  metrics(): Promise<object[][]>;
};

/** If the thread crashes, it is started again: stations reconnect, and send again what was not acknowledged. */
export function threadedLink({ board, refresh, log, script, ...setup }: ThreadedLinkOptions): ThreadedLink {
  const handlers = new Map<Topic, HandleMessage>();
  let { port } = setup.broker;

  const onMessage: ThreadHandler["onMessage"] = (message, thread) => {
    switch (message.kind) {
      case "written":
        return void show(message.changes, board).then(() => {
          const shown: ToThread = { kind: "shown", id: message.id };
          return thread.postMessage(shown);
        });
      case "refresh":
        return void refresh(message.stations);
      case "received":
        return void handlers.get(message.message.topic)?.(message.message);
    }
  };

  const thread = keepRunning({
    async start(onCrash) {
      const forwarded = [...handlers.keys()];
      const broker = { ...setup.broker, port };
      const started = await startLinkThread({ ...setup, broker, forwarded }, { onMessage, onCrash, script });
      ({ port } = started);
      return started;
    },
    // What it wrote last may be missing on the board.
    recover: () => refresh(board.names()),
    log,
  });
  const report = async () => (await thread.current()?.report()) ?? null;

  return {
    handle: (topic, handle) => void handlers.set(topic, handle),
    reader: messageReader(log),
    start: () => thread.start(),
    publish: async (topic, payload) => (await thread.current()?.publish(topic, payload)) ?? false,
    disconnect: (station) => thread.current()?.disconnect(station),
    stop: () => thread.stop(),
    port() {
      if (port === 0) throw new Error("The station link has not been started.");
      return port;
    },
    isUp: async () => (await report()) !== null,
    rejectedConnections: async () => (await report())?.rejectedConnections ?? [],
    invalidMessages: async () => (await report())?.invalidMessages ?? [],
    metrics: async () => [(await report())?.metrics ?? []],
  };
}

async function show(changes: readonly StateChange[], board: Pick<Board, "putState">): Promise<void> {
  const turn = turns();
  for (const change of changes) {
    await turn();
    board.putState(change);
  }
}
