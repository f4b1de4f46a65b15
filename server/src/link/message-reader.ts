import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Received } from "./link.ts";
import { badMessages, unknownFields } from "./metrics.ts";
import { readMessage } from "./read-message.ts";
import { countUnknown } from "./unknown-fields.ts";

/** A station's bad messages are all counted, but logged once in this time. */
const LOG_EVERY_MS = MINUTE_MS;
const REMEMBERED = 1_000;

/** Reads a message by its schema; null when it cannot be read, which is counted and logged with the station's name. */
export type ReadReceived = <S extends z.ZodType>(schema: S, received: Received) => z.output<S> | null;

export function messageReader(log: Logger): ReadReceived {
  const logged = new Map<string, number>();

  function mayLog(station: string, at: number): boolean {
    if (at - (logged.get(station) ?? -Infinity) < LOG_EVERY_MS) return false;
    logged.delete(station);
    logged.set(station, at);
    const [oldest] = logged.keys();
    if (logged.size > REMEMBERED && oldest !== undefined) logged.delete(oldest);
    return true;
  }

  return (schema, { station, topic, payload, receivedAt }) => {
    const read = readMessage(schema, payload);
    if (read.ok) {
      // What a station says is laid down in its firmware, so counting once at its birth tells as much as counting always.
      if (topic === "birth") unknownFields.inc(countUnknown(read.sent, read.message));
      return read.message;
    }
    const { fault, detail } = read;
    badMessages.inc({ topic, reason: fault });
    if (mayLog(station, receivedAt))
      log.warn({ station, topic, fault, detail }, "a message of a station cannot be read");
    return null;
  };
}
