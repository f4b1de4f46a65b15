import { z } from "zod";
import { parsed } from "./json.ts";
import { readLine, type RowLine } from "./row-lines.ts";

/** A longer message is not read, as NATS accepts 1 MB by default. */
export const MAX_BYTES = 1_048_576;
/** So many stations are in a message at most. */
export const MAX_STATIONS = 1_000;
const MAX_NAME = 200;

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
type Read = { message: RowMessage; lines: RowLine[] };

/** The message in a payload; `other_format` if it is one of another version of the program. */
export function readRowMessage(payload: Uint8Array, format: string): Read | "other_format" | "invalid" {
  if (payload.length > MAX_BYTES) return "invalid";
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const end = endOfLine(bytes, 0);
  const value = parsed(bytes.toString("utf8", 0, end));
  const found = head.safeParse(value);
  if (!found.success) return "invalid";
  if (found.data.format !== format) return "other_format";
  const read = rowMessage.safeParse(value);
  const lines = linesFrom(bytes, end + 1).map(readLine);
  return read.success && isComplete(lines) ? { message: read.data, lines } : "invalid";
}

function isComplete(lines: readonly (RowLine | null)[]): lines is RowLine[] {
  return !lines.includes(null);
}

/** Lines of a text in ASCII, each a string of its own: a part of a string would keep all of it in memory. */
function linesFrom(bytes: Buffer, start: number): string[] {
  const lines: string[] = [];
  for (let at = start; at < bytes.length;) {
    const end = endOfLine(bytes, at);
    lines.push(bytes.toString("latin1", at, end));
    at = end + 1;
  }
  return lines;
}

function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf("\n", at);
  return end === -1 ? bytes.length : end;
}
