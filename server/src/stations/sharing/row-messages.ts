import { timestamp } from "@groundcrew/shared/lib";
import { batteryStatus, door, pad } from "@groundcrew/shared/telemetry";
import { z } from "zod";
import type { StateChange } from "../board/board.ts";
import { textOfSummary } from "../board/snapshot-summary.ts";

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

const hashes = z.object({ shown: z.int(), rest: z.int() });

const values = z.object({
  hashes,
  temperature: number,
  uptime: number,
  currents: z.array(z.number()),
  levels: z.array(number),
});

const summary = z
  .object({
    facts: values.omit({ hashes: true, levels: true }).extend({
      firmware: text,
      missing_cameras: z.array(z.string()),
      gps_location: text,
      location: text,
      readings: readings.nullable(),
    }),
    template: z.string(),
    hashes,
  })
  .refine((one) => isJson(textOfSummary(one)), "It is not JSON.");

const stateChange = z.object({
  state,
  summary: z.union([values, summary]).nullable().optional(),
}) satisfies z.ZodType<Omit<StateChange, "name">>;

/** A state and its snapshot from JSON; null if it cannot be read. */
export function readChange(source: string): Omit<StateChange, "name"> | null {
  const read = stateChange.safeParse(parsed(source));
  return read.success ? read.data : null;
}

const stationName = z.string().max(MAX_NAME);

/**
 * `format` is what messages look like, `sequence` counts the messages of a server. Only messages of the same format are read further.
 */
const head = z.object({ format: z.string(), server: stationName, sequence: z.int().positive() });

/** A message from one server to all others about stations, but for its lines. */
const rowMessage = z.discriminatedUnion("kind", [
  /** States that it has written, each in a line. */
  head.extend({ kind: z.literal("written") }),
  /** Stations whose states were changed otherwise, to be read from the database. */
  head.extend({ kind: z.literal("refresh"), stations: z.array(stationName).max(MAX_STATIONS) }),
  /** Sent every second, so that others notice when messages are missing. */
  head.extend({ kind: z.literal("alive") }),
  /** The last one. */
  head.extend({ kind: z.literal("stopped") }),
]);
export type RowMessage = z.output<typeof rowMessage>;

/** A message and its lines. */
type Read = { message: RowMessage; lines: string[] };

/** The message in a payload; `other_format` if it is one of another version of the program. */
export function readRowMessage(payload: Uint8Array, format: string): Read | "other_format" | "invalid" {
  if (payload.length > MAX_BYTES) return "invalid";
  const [first = "", ...lines] = linesOf(payload);
  const value = parsed(first);
  const found = head.safeParse(value);
  if (!found.success) return "invalid";
  if (found.data.format !== format) return "other_format";
  const read = rowMessage.safeParse(value);
  return read.success ? { message: read.data, lines } : "invalid";
}

/** Lines of a text in ASCII, each a string of its own: a part of a string would keep all of it in memory. */
function linesOf(payload: Uint8Array): string[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const lines: string[] = [];
  for (let at = 0; at <= bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const next = end === -1 ? bytes.length : end;
    lines.push(bytes.toString("latin1", at, next));
    at = next + 1;
  }
  return lines;
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
