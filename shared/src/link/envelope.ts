import { z } from "zod";
import { DAY_MS } from "../lib/index.ts";

/**
 * Maximum age (ms) of a time that a station reports, by its own clock. An older one was recorded before its clock was set, so the actual
 * time is unknown.
 */
export const OLDEST_REPORTED_MS = 366 * DAY_MS;

/** Largest message of the link in bytes, and the deepest nesting of its JSON. */
export const MESSAGE_LIMITS = { bytes: 128 * 1024, depth: 32 } as const;

/**
 * How far the boot counter of a message may be above the station's highest known one. A greater increase is a fault of the station; if it
 * were accepted, later messages with a correct counter would count as old.
 */
export const MAX_BOOT_INCREASE = 1_000_000;

const counter = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/**
 * The envelope of a station's messages. `id` is unique per message and repeated in replies. `boot` increases by one each time the station
 * starts and `seq` with each message of that boot, so that messages can be ordered without a clock. `ts` is the station's own clock in ms
 * since the epoch, stored but never trusted.
 */
export const envelope = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(64).describe("Different for each message; the reply contains it."),
  boot: counter.describe("Increases by one each time the station starts."),
  seq: counter.describe("Increases with each message of that boot."),
  ts: z.number().describe("The station's clock, in ms since 1970 (UTC)."),
  data: z.unknown().describe("The message itself."),
});

/** An envelope around one kind of data. */
export function envelopeOf<S extends z.ZodType>(data: S) {
  return envelope.extend({ data });
}

/** A reply from the server: `code` 0 is success, any other has a sentence; `id` is that of the message it answers. */
export function replyOf<S extends z.ZodType>(output: S) {
  return z.object({
    v: z.literal(1),
    id: z.string().describe("Id of the message it answers."),
    code: z.number().int().describe("0 is success."),
    message: z.string().describe("A sentence for people."),
    output: output.nullable(),
  });
}
