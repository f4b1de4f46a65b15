import type { Topic, InvalidMessage } from "@groundcrew/shared/link";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { z } from "zod";
import { invalidMessages, unknownFields } from "./metrics.ts";
import { readMessage, type ReadResult } from "./read-message.ts";
import { countUnknown } from "./unknown-fields.ts";
import { invalidMessageLog } from "./invalid-messages.ts";

/** A message as it was received: from which station, of which kind, and when (ms since the epoch, server clock). */
export type Received = { station: string; topic: Topic; payload: Uint8Array; receivedAt: number };

/** A station's bad messages are all counted, but logged once in this time. */
const LOG_EVERY_MS = MINUTE_MS;
/** Of more stations than the largest fleet has, what was counted is forgotten all at once and counted anew. */
const REMEMBERED = { logged: 1_000, counted: 200_000 } as const;

/** Reads what stations say. */
export type MessageReader = {
  /** Reads a message by its schema. One that cannot be read is counted, logged with the station's name, and remembered. */
  read: <S extends z.ZodType>(this: void, schema: S, received: Received) => ReadResult<z.output<S>>;
  /** Counts, logs and remembers a message that could be read and still cannot be true. */
  note: (this: void, received: Origin, problem: Problem) => void;
  /** Counts the fields of a message that the protocol does not know, once a birth and topic. */
  countFields: (this: void, received: Pick<Received, "station" | "topic">, read: Readable) => void;
  /** Of each station the last message that could not be read, latest first. */
  unread: () => InvalidMessage[];
};

type Origin = Pick<Received, "station" | "topic" | "receivedAt">;
type Problem = { fault: string; detail: string };
type Readable = { message: unknown; sent: unknown };

export function messageReader(log: Logger): MessageReader {
  const logged = new LRUCache<string, number>({ max: REMEMBERED.logged });
  const counted = countOnce();
  const unread = invalidMessageLog();

  function mayLog(station: string, at: number): boolean {
    if (at - (logged.peek(station) ?? -Infinity) < LOG_EVERY_MS) return false;
    logged.set(station, at);
    return true;
  }

  function countFields({ station, topic }: Pick<Received, "station" | "topic">, { sent, message }: Readable): void {
    if (counted.isFirst(station, topic)) unknownFields.inc({ topic }, countUnknown(sent, message));
  }

  function note({ station, topic, receivedAt }: Origin, { fault, detail }: Problem): void {
    invalidMessages.inc({ topic, reason: fault });
    unread.note({ station, topic, reason: fault, detail }, receivedAt);
    if (mayLog(station, receivedAt))
      log.warn({ station, topic, fault, detail }, "a message of a station cannot be used");
  }

  return {
    read(schema, received) {
      const read = readMessage(schema, received.payload);
      if (read.ok) {
        countFields(received, read);
        return read;
      }
      note(received, read);
      return read;
    },
    note,
    countFields,
    unread: unread.list,
  };
}

/** What a station says is laid down in its firmware, so the first message of a topic after a birth tells as much as all of them. */
function countOnce() {
  const topics = new Map<string, Set<Topic>>();
  return {
    isFirst(station: string, topic: Topic): boolean {
      const before = topics.get(station);
      if (before?.has(topic) && topic !== "birth") return false;
      if (before === undefined && topics.size >= REMEMBERED.counted) topics.clear();
      if (before === undefined || topic === "birth") topics.set(station, new Set([topic]));
      else before.add(topic);
      return true;
    },
  };
}
