import type { Topic } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import type { HandleMessage, Handling, Link } from "./link.ts";
import { messageReader, type Received } from "./message-reader.ts";
import { messagesReceived } from "./metrics.ts";

/** Dispatches the messages of every transport to their handlers; a handler that fails affects one message only. */
export type Inbox = Pick<Link, "handle" | "handleLost" | "reader"> & {
  /** Handles a message. Returns a promise or a pause only if there is something to wait for; never throws or rejects. */
  deliver: (message: Omit<Received, "receivedAt">) => Handling;
  /** Reports that a station's connection has ended. */
  lost: (station: string, epoch: number) => void;
  /** Afterwards nothing is handled any more. */
  close(): void;
};

export function openInbox({ now, log }: { now: () => number; log: Logger }): Inbox {
  const handlers = new Map<Topic, HandleMessage>();
  let onLost: Parameters<Link["handleLost"]>[0] = () => undefined;
  let isClosed = false;

  function deliver({ station, topic, payload, epoch }: Omit<Received, "receivedAt">): Handling {
    if (isClosed) return;
    messagesReceived.inc({ topic });
    const fail = (error: unknown) =>
      log.error({ err: error, station, topic }, "a message of a station could not be handled");
    try {
      const handling = handlers.get(topic)?.({ station, topic, payload, receivedAt: now(), epoch });
      return handling instanceof Promise ? handling.catch(fail) : handling;
    } catch (error) {
      fail(error);
    }
  }

  function lost(station: string, epoch: number): void {
    if (isClosed) return;
    try {
      onLost(station, { at: now(), epoch });
    } catch (error) {
      log.error({ err: error, station }, "the end of a station's connection could not be handled");
    }
  }

  return {
    handle: (topic, handle) => void handlers.set(topic, handle),
    handleLost: (handle) => void (onLost = handle),
    reader: messageReader(log),
    deliver,
    lost,
    close: () => void (isClosed = true),
  };
}
