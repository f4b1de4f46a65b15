import { z } from "zod";
import { door, pad } from "../telemetry/index.ts";
import { envelopeOf } from "./envelope.ts";

/**
 * Names an event for good: printable ASCII without spaces, never used again by the same station, also not after its memory was
 * wiped. A random UUID is a good one.
 */
export const eventId = z.string().regex(/^[\x21-\x7e]{1,64}$/, "An event id has 1 to 64 printable ASCII characters.");

const named = {
  event_id: eventId,
  /**
   * The station's clock, in ms, when it happened; null when it cannot tell. What counts is how long before the envelope's `ts` that
   * is, so a clock that is wrong does no harm as long as it runs.
   */
  occurred: z.number().nullable().describe("The station's clock when it happened, in ms since 1970 (UTC)."),
};

/** What happened, by its `kind`. */
export const stationEvent = z.discriminatedUnion("kind", [
  /** Something failed. Whoever looks after the station reads the message as it is; `job_…` name what was being done. */
  z.object({
    kind: z.literal("station_error"),
    ...named,
    facts: z.object({
      error_message: z.string().min(1).max(4_000),
      job_id: z.string().max(200).nullish(),
      job_type: z.string().max(200).nullish(),
    }),
  }),
  /** A battery was swapped: one event a swap. */
  z.object({ kind: z.literal("swap"), ...named, facts: z.object({}) }),
  /** The door (the roof of an atlas station) has come to be in a position. */
  z.object({ kind: z.literal("door"), ...named, facts: z.object({ door }) }),
  /** Something was put on the pad or left it. */
  z.object({ kind: z.literal("pad"), ...named, facts: z.object({ pad }) }),
  /** The pictures of a `capture` command have arrived or failed: so many of each. `command` is that command's id. */
  z.object({
    kind: z.literal("capture_done"),
    ...named,
    facts: z.object({
      command: z.string().min(1).max(64),
      taken: z.int().nonnegative(),
      failed: z.int().nonnegative(),
    }),
  }),
]);
export type StationEvent = z.output<typeof stationEvent>;
export type EventKind = StationEvent["kind"];

/**
 * Something that happened, told once it is certain that it will be stored: the station keeps it, sends it in the order of
 * stationEvent, sends it again after every reconnection, and forgets it only when `event_ack` names its `event_id`. Told
 * twice, it counts once.
 */
export const event = envelopeOf(stationEvent);
export type Event = z.output<typeof event>;

/**
 * Most events a station may have on their way, sent and not yet acknowledged. The server remembers the ids of at least ten times
 * as many, so that none is counted twice however long the station was away.
 */
export const EVENTS_IN_FLIGHT = 100;

/**
 * Says which events are stored for good, in any order; the station forgets them. Those in `refused` are among `ids`: the server
 * could not make sense of them and has put them aside for a person, so sending them again is of no use.
 */
export const eventAck = z.object({
  v: z.literal(1),
  ids: z.array(z.string()).min(1).max(500),
  refused: z.array(z.object({ event_id: z.string(), message: z.string() })),
});
export type EventAck = z.output<typeof eventAck>;
