import { isUtf8 } from "node:buffer";
import { MINUTE_MS, isExactly, jsonFault, nestingDepth, truncate } from "@groundcrew/shared/lib";
import { type Topic, type InvalidMessage, MESSAGE_LIMITS } from "@groundcrew/shared/link";
import { stationName } from "@groundcrew/shared/telemetry";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { z } from "zod";
import { invalidMessages, unknownFields } from "./metrics.ts";

/**
 * A message as received. `receivedAt` is in ms since 1970, by the server's clock. `epoch` is the number of the connection; an external broker
 * does not report it.
 */
export type Received = {
  station: string;
  topic: Topic;
  payload: Uint8Array;
  receivedAt: number;
  epoch?: number | undefined;
};

/** All invalid messages of a station are counted, but one is logged in this time. */
const LOG_EVERY_MS = MINUTE_MS;
/** In stations. `counted` is more than the largest fleet has; beyond it the memory is cleared and counting starts again. */
const MAX_REMEMBERED = { logged: 1_000, counted: 200_000 } as const;

/** Parses messages of stations. */
export type MessageReader = {
  /** Parses a message by its schema. An invalid one is counted, logged with the station's name, and recorded. */
  read: <S extends z.ZodType>(this: void, schema: S, received: Received) => ReadResult<z.output<S>>;
  /** Counts, logs and records a message that matches its schema but contradicts known facts. */
  note: (this: void, received: Origin, problem: Problem) => void;
  /** Counts a message's unknown fields, once for each topic after a birth. */
  countFields: (this: void, received: Pick<Received, "station" | "topic">, read: Parsed) => void;
  /** Each station's last invalid message, latest first. */
  invalidMessages: () => InvalidMessage[];
};

type Origin = Pick<Received, "station" | "topic" | "receivedAt">;
type Problem = { reason: string; detail: string };
type Parsed = { message: unknown; sent: unknown };

export function messageReader(log: Logger): MessageReader {
  const logged = new LRUCache<string, number>({ max: MAX_REMEMBERED.logged });
  const counted = countOnce();
  const invalid = invalidMessageLog();

  function mayLog(station: string, at: number): boolean {
    if (at - (logged.peek(station) ?? -Infinity) < LOG_EVERY_MS) return false;
    logged.set(station, at);
    return true;
  }

  function countFields({ station, topic }: Pick<Received, "station" | "topic">, { sent, message }: Parsed): void {
    if (counted.isFirst(station, topic)) unknownFields.inc({ topic }, countUnknown(sent, message));
  }

  function note({ station, topic, receivedAt }: Origin, { reason, detail }: Problem): void {
    invalidMessages.inc({ topic, reason });
    invalid.note({ station, topic, reason, detail }, receivedAt);
    if (mayLog(station, receivedAt)) log.warn({ station, topic, reason, detail }, "a message of a station is invalid");
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
    invalidMessages: invalid.list,
  };
}

/** The firmware determines a message's fields, so the first message of each topic after a birth is enough. */
function countOnce() {
  const counted = new Map<Topic, Set<string>>();
  return {
    isFirst(station: string, topic: Topic): boolean {
      if (topic === "birth") for (const stations of counted.values()) stations.delete(station);
      const stations = counted.get(topic) ?? new Set();
      counted.set(topic, stations);
      if (stations.has(station)) return false;
      if (stations.size >= MAX_REMEMBERED.counted) stations.clear();
      stations.add(station);
      return true;
    },
  };
}

/** How many fields of a message are missing in its parsed form, because the protocol does not have them. */
export function countUnknown(sent: unknown, read: unknown): number {
  if (!isObject(sent) || !isObject(read)) return 0;
  let unknown = 0;
  for (const [key, value] of Object.entries(sent)) {
    unknown += Object.hasOwn(read, key) ? countUnknown(value, read[key]) : 1;
  }
  return unknown;
}

/** Includes arrays, with their indexes as keys. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** As many stations as an admin can look through; the one whose last invalid message is oldest is dropped first. */
const MAX_STATIONS = 500;

/** Each station's last invalid message, which shows an admin the fault of its firmware. */
export function invalidMessageLog() {
  // Latest message first.
  const byStation = new LRUCache<string, InvalidMessage>({ max: MAX_STATIONS });

  function note(message: Pick<InvalidMessage, "station" | "topic" | "reason" | "detail">, at: number): void {
    const { station, topic, reason, detail } = message;
    // An external broker may accept clients that are not stations.
    if (!stationName.safeParse(station).success) return;
    const previous = byStation.get(station);
    const now = new Date(at).toISOString();
    byStation.set(station, {
      station,
      topic,
      reason,
      detail: shownDetail(detail),
      first_received: previous?.first_received ?? now,
      last_received: now,
      times: (previous?.times ?? 0) + 1,
    });
  }

  return { note, list: (): InvalidMessage[] => [...byStation.values()] };
}

type Reason = "too_large" | "not_text" | "too_deep" | "not_json" | "not_valid";

/** A parsed message, also as it was `sent`, or why it is invalid; `sent` is then the JSON value, if there is one. */
type ReadResult<Message> = { ok: true; message: Message; sent: unknown } | Invalid;

const LONG_BYTES = 16 * 1024;

type Invalid = { ok: false; reason: Reason; detail: string; sent?: unknown };

/**
 * Parses a message by its schema. Never throws. Deeply nested JSON is rejected, because serializing it again would overflow the stack.
 * Numbers are finite, and unknown fields are removed.
 */
export function readMessage<S extends z.ZodType>(schema: S, payload: Uint8Array): ReadResult<z.output<S>> {
  const { bytes, depth } = MESSAGE_LIMITS;
  if (payload.length > bytes) return invalid("too_large", `It has ${payload.length} bytes; the limit is ${bytes}.`);
  if (!isUtf8(payload)) return invalid("not_text", "It is not UTF-8.");
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("utf8");
  // PostgreSQL cannot store this character in text, and no message needs it.
  if (text.includes("\\u0000")) return invalid("not_text", "It contains the character U+0000.");
  // A message that matches the schema is not deeper than it, so only long ones are checked before: long nesting is slow to parse.
  const isLong = payload.byteLength > LONG_BYTES;
  if (isLong && nestingDepth(payload, depth) > depth) return invalid("too_deep", `It has more than ${depth} levels.`);
  const sent = parseJson(text);
  if (isExactly(schema, sent)) return { ok: true, message: sent, sent };
  if (!isLong && nestingDepth(payload, depth) > depth) return invalid("too_deep", `It has more than ${depth} levels.`);
  if (sent === undefined) return invalid("not_json", jsonFault(text) ?? "It is not JSON.");
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { ok: true, message: parsed.data, sent };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "message";
  return { ...invalid("not_valid", `${field}: ${issue?.message ?? ""}`), sent };
}

function invalid(reason: Reason, detail: string): Invalid {
  return { ok: false, reason, detail: shownDetail(detail) };
}

const MAX_DETAIL_LENGTH = 300;

/** A detail may contain words of the message, and everyone who sees the station can read it. */
function shownDetail(detail: string): string {
  return truncate(detail, MAX_DETAIL_LENGTH)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed();
}

/** `undefined`, which is not a JSON value, when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
