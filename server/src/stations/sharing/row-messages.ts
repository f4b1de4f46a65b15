import { timestamp } from "@groundcrew/shared/lib";
import { batteryStatus, door, pad } from "@groundcrew/shared/telemetry";
import { z } from "zod";
import type { StateChange } from "../board/board.ts";

/** A longer message is not read, as NATS accepts 1 MB by default. */
export const MAX_BYTES = 1_048_576;
/** So many stations are in a message at most. */
export const MAX_STATIONS = 1_000;
const MAX_NAME = 200;

/** JSON that becomes a part of rows as it is. */
const json = z.string().refine(isJson, "It is not JSON.");

const text = z.string().nullable();
const number = z.number().nullable();

const state = z.object({
  version: z.int().nonnegative(),
  linked: z.boolean(),
  last_active: timestamp.nullable(),
  last_swapped: timestamp.nullable(),
  last_online: timestamp.nullable(),
  last_telemetry: timestamp.nullable(),
  clock_skew_ms: number,
  swaps_performed: z.int(),
  batteries: z
    .object({
      failed: z.array(z.number()),
      hottest: z.object({ slot: z.number(), celsius: z.number() }).nullable(),
    })
    .nullable(),
  invalid_messages: json.nullable(),
});

const readings = z.object({
  system: text,
  door: door.nullable(),
  pad: pad.nullable(),
  pad_level: text,
  left_grippers: text,
  right_grippers: text,
  front_long: text,
  back_long: text,
  latch: text,
  gantry: text,
  temperature: number,
  hexboard: z.boolean().nullable(),
  missing_cameras: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  error_message: text,
  warn_message: text,
  charger: z.array(z.object({ slot: z.number(), status: batteryStatus, level: number })).nullable(),
});

const summary = z.object({
  facts: z.object({
    temperature: number,
    uptime: number,
    currents: z.array(z.number()),
    firmware: text,
    missing_cameras: z.array(z.string()),
    gps_location: text,
    location: text,
    readings: readings.nullable(),
  }),
  text: json,
  contentHash: z.int(),
});

const stationName = z.string().max(MAX_NAME);

const stateChange = z.object({
  name: stationName,
  state,
  summary: summary.nullable().optional(),
}) satisfies z.ZodType<StateChange>;

/**
 * `format` is what messages look like, `sequence` counts the messages of a server. Only messages of the same format are read further.
 */
const head = z.object({ format: z.string(), server: stationName, sequence: z.int().positive() });

/** A message from one server to all others about stations. */
const rowMessage = z.discriminatedUnion("kind", [
  /** States that it has written. */
  head.extend({ kind: z.literal("written"), changes: z.array(stateChange).max(MAX_STATIONS) }),
  /** Stations whose states were changed otherwise, to be read from the database. */
  head.extend({ kind: z.literal("refresh"), stations: z.array(stationName).max(MAX_STATIONS) }),
  /** Sent every second, so that others notice when messages are missing. */
  head.extend({ kind: z.literal("alive") }),
  /** The last one. */
  head.extend({ kind: z.literal("stopped") }),
]);
export type RowMessage = z.output<typeof rowMessage>;

/** The message in a payload; `other_format` if it is one of another version of the program. */
export function readRowMessage(payload: Uint8Array, format: string): RowMessage | "other_format" | "invalid" {
  if (payload.length > MAX_BYTES) return "invalid";
  const value = parsed(Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString());
  const found = head.safeParse(value);
  if (!found.success) return "invalid";
  if (found.data.format !== format) return "other_format";
  const read = rowMessage.safeParse(value);
  return read.success ? read.data : "invalid";
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // Not JSON, and so no message.
    return null;
  }
}

function isJson(source: string): boolean {
  return source === "null" || parsed(source) !== null;
}
