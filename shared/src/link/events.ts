import { z } from "zod";
import { door, pad } from "../telemetry/index.ts";
import { envelopeOf } from "./envelope.ts";

/**
 * Permanent id of an event: printable ASCII without spaces, never reused by the same station, even after its memory was erased. Stations
 * should use a random UUID.
 */
export const eventId = z.string().regex(/^[\x21-\x7e]{1,64}$/, "An event id has 1 to 64 printable ASCII characters.");

const eventFields = {
  event_id: eventId,
  /**
   * The station's clock, in ms, when it happened; null if unknown. Only its difference from the envelope's `ts` is used, so a wrong clock
   * does no harm as long as it runs.
   */
  occurred: z.number().nullable().describe("The station's clock when it happened, in ms since 1970 (UTC)."),
};

/** The number of a charger's slot, from 1. */
const slot = z.int().min(1).max(64);

/** An event, by its `kind`. */
export const stationEvent = z.discriminatedUnion("kind", [
  /** Something failed. The message is displayed unchanged; `job_…` identify the job in progress. */
  z.object({
    kind: z.literal("station_error"),
    ...eventFields,
    facts: z.object({
      error_message: z.string().min(1).max(4_000).describe("What failed, as text for people."),
      job_id: z.string().max(200).nullish().describe("The job in progress."),
      job_type: z
        .string()
        .max(200)
        .nullish()
        .describe("Its type, such as battery_swap: jobs that contain swap are attempts to swap."),
    }),
  }),
  /**
   * A battery was swapped: one event per swap. All facts are optional: the job in progress, as in the errors of that job; how many seconds the
   * swap took; the charger's slots into which the battery of the drone was put, and from which its new one was taken.
   */
  z.object({
    kind: z.literal("swap"),
    ...eventFields,
    facts: z.object({
      job_id: z
        .string()
        .max(200)
        .nullish()
        .describe("The job in progress, as in its errors; a new one for each attempt."),
      seconds: z.number().nonnegative().nullish().describe("How long the swap took."),
      slot_in: slot.nullish().describe("The charger's slot into which the drone's battery was put."),
      slot_out: slot.nullish().describe("The charger's slot from which its new battery was taken."),
    }),
  }),
  /** The door (the roof of an atlas station) reached a position. */
  z.object({ kind: z.literal("door"), ...eventFields, facts: z.object({ door }) }),
  /** The pad became occupied or empty. */
  z.object({ kind: z.literal("pad"), ...eventFields, facts: z.object({ pad }) }),
  /** All images of a `capture` command have arrived or failed: the number of each. `command` is that command's id. */
  z.object({
    kind: z.literal("capture_done"),
    ...eventFields,
    facts: z.object({
      command: z.string().min(1).max(64),
      taken: z.int().nonnegative(),
      failed: z.int().nonnegative(),
    }),
  }),
  /**
   * The station has sent everything again that `resend` in the reply to its birth asked for, and all of it is acknowledged. `request` is
   * the `id` of `resend`, `events` the number of events sent again. `complete` is false if the station has deleted events that were
   * acknowledged after `since`, or may have: its memory was erased, or it has not kept acknowledged events for that long.
   */
  z.object({
    kind: z.literal("resent"),
    ...eventFields,
    facts: z.object({ request: z.string().min(1).max(64), events: z.int().nonnegative(), complete: z.boolean() }),
  }),
]);
export type StationEvent = z.output<typeof stationEvent>;
export type EventKind = StationEvent["kind"];

/**
 * An event message. The station stores the event, sends events in the order in which they happened, sends them again after every
 * reconnection, and removes one only when `event_ack` has its `event_id`. An event that is sent twice counts once.
 */
export const event = envelopeOf(stationEvent);
export type Event = z.output<typeof event>;

/**
 * Maximum number of events that a station has sent and that are not yet acknowledged. The server remembers the ids of at least ten times as
 * many, so that no event is counted twice, however long the station was offline.
 */
export const EVENTS_IN_FLIGHT = 100;

/**
 * The events that are stored, in any order; the station removes them from its outbox. Those in `refused` are also in `ids`: they were
 * invalid and are quarantined, so sending them again would not help.
 */
export const eventAck = z.object({
  v: z.literal(1),
  ids: z.array(z.string()).min(1).max(500),
  refused: z.array(z.object({ event_id: z.string(), message: z.string() })),
});
export type EventAck = z.output<typeof eventAck>;
