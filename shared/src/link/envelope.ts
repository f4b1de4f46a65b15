import { z } from "zod";
import { DAY_MS } from "../lib/index.ts";

/**
 * How long ago, in ms by its own clock, a station may say that something was. What it says to be older was noted by a clock that
 * has been set since, so that nothing is known of when it was.
 */
export const OLDEST_REPORTED_MS = 366 * DAY_MS;

/** Largest message of the link in bytes, and the deepest nesting of its JSON. */
export const MESSAGE_LIMITS = { bytes: 128 * 1024, depth: 32 } as const;

/**
 * How far the boot counter of a message may be above the highest one known of its station. A counter beyond that is a fault of the
 * station: taken for true, everything it sends later would count as old.
 */
export const BOOT_LEAP_MAX = 1_000_000;

const counter = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/**
 * What wraps every message of the link. `id` is unique per message and echoed by replies; `boot` grows by one each time
 * the station starts and `seq` with each message of that boot, so that later can be told from earlier without a clock;
 * `ts` is the station's own clock in ms since the epoch, stored but never trusted.
 */
export const envelope = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(64).describe("Different for each message; an answer names it."),
  boot: counter.describe("Grows by one each time the station starts."),
  seq: counter.describe("Grows with each message of that boot."),
  ts: z.number().describe("The station's clock, in ms since 1970 (UTC)."),
  data: z.unknown().describe("The message itself."),
});

/** An envelope around one kind of data. */
export function envelopeOf<S extends z.ZodType>(data: S) {
  return envelope.extend({ data });
}

/** How the server answers: `code` 0 is success, anything else comes with a sentence; `id` is that of the message answered. */
export function replyOf<S extends z.ZodType>(output: S) {
  return z.object({
    v: z.literal(1),
    id: z.string().describe("That of the message answered."),
    code: z.number().int().describe("0 is success."),
    message: z.string().describe("A sentence for people."),
    output: output.nullable(),
  });
}
