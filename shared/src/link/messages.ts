import { z } from "zod";
import { snapshot, stationType } from "../telemetry/index.ts";
import { envelopeOf, replyOf } from "./envelope.ts";
import { capabilities, reportedConfig } from "./reported.ts";

/** First message after connecting: type, capabilities, configuration and snapshot of the station. */
export const birth = envelopeOf(
  z.object({
    station_type: stationType,
    version_api: z.string().max(500),
    capabilities,
    config: reportedConfig.nullable(),
    snapshot,
    /**
     * Swaps that the snapshot's counter includes and whose events are not acknowledged yet. Matters when a station first reports `swap`
     * events: earlier swaps are counted by the counter, and these by their events.
     */
    unsent_swaps: z
      .int()
      .nonnegative()
      .optional()
      .describe("Swaps that the counter includes and whose events are still in the outbox."),
  }),
);
export type Birth = z.output<typeof birth>;

/** `code` of the reply to a birth. A birth that is not `accepted` stores nothing. */
export const BIRTH_CODES = {
  accepted: 0,
  /** There is no such station, or it is out of service. */
  unknown: 1,
  /** `boot` and `seq` are not above the known ones, so all further messages would count as old. */
  behind: 2,
  /** The birth is invalid or cannot be stored: the message names the field. Sending it again does not help. */
  rejected: 3,
} as const;

/**
 * Asks a station to send again what the server has lost, because its database was restored from a backup: every event that was acknowledged
 * after `since`, which is in ms by the server's clock. An event that is sent again counts once. The request is repeated in the reply to each
 * birth until the station's `resent` event is stored; the station carries it out once for each `id`.
 */
export const resendRequest = z.object({
  id: z
    .string()
    .min(1)
    .max(64)
    .describe("The same for all repetitions of this request; returned in the `resent` event."),
  since: z.number().describe("Events acknowledged after this are sent again; in ms since 1970, by the server's clock."),
});
export type ResendRequest = z.output<typeof resendRequest>;

/**
 * Reply to a birth: the server's clock in ms, the shortest and longest interval between snapshots in seconds, and the highest known boot
 * counter. If it is `behind`, because the station lost its counter, the station continues with `boot + 1`. `id` is null if the birth's
 * could not be parsed; then the code is `rejected` and there is no output. `resend` is present only while the server asks for events.
 */
export const birthAck = replyOf(
  z.object({
    server_time: z.number().describe("The server's clock, in ms since 1970."),
    telemetry_min_s: z.number().describe("Shortest interval between snapshots, in seconds."),
    telemetry_max_s: z.number().describe("Longest interval between snapshots, in seconds."),
    boot: z.number().int().nonnegative().describe("The highest known boot counter."),
    resend: resendRequest.optional(),
  }),
).extend({ id: z.string().nullable() });
export type BirthAck = z.output<typeof birthAck>;

/**
 * The station's last will, sent by the broker, or its last message before it disconnects. `seq` is that of the birth of the connection that
 * has ended, chosen before connecting. Ignored unless its boot is the current one and no later birth is known; without `seq`, ignored only
 * if the boot differs.
 */
export const death = z.object({
  v: z.literal(1),
  boot: z.number().int().nonnegative().describe("The boot that ends."),
  seq: z.number().int().nonnegative().optional().describe("`seq` of the birth of the connection that has ended."),
});
export type Death = z.output<typeof death>;

/** A snapshot. `historical` marks one taken while the link was down: it appears in charts and never changes the current state. */
export const tele = envelopeOf(
  z.object({
    snapshot,
    historical: z
      .boolean()
      .optional()
      .describe("Taken while the link was down: appears in charts, never changes the current state."),
  }),
);
export type Tele = z.output<typeof tele>;
