import { z } from "zod";
import { exactTextOf } from "../lib/index.ts";
import { snapshot, stationType } from "../telemetry/index.ts";
import { envelopeOf, replyOf } from "./envelope.ts";

const text = z.string().max(500);

/** A camera a station has. `in_use` marks the one its flight software looks through. */
export const birthCamera = z.object({ id: exactTextOf(64).min(1), name: text, in_use: z.boolean() });

/**
 * What a station can do, told at birth: its cameras, how many streams it can send at once, the commands it knows, and the kinds of
 * events it tells. Swaps of a station that names `swap` are counted by its events; otherwise by the counter in its snapshots.
 */
export const capabilities = z.object({
  cameras: z.array(birthCamera).max(32),
  streams: z.number().int().nonnegative().max(64),
  commands: z.array(z.string().max(64)).max(64),
  events: z.array(z.string().max(64)).max(64).optional(),
});

/** Configuration a station runs with, as it reports it (specification, section 3, "Config"). */
export const reportedConfig = z.object({
  version_api: text,
  version_firmware: text,
  /** Position by name; `BattX` is one number a battery. */
  positions: z.record(z.string().max(100), z.union([z.number(), z.array(z.number()).max(64)])),
  offsets: z.record(z.string().max(100), z.union([z.number(), z.array(z.number()).max(64)])),
  /** Unit configs in order; the screen counts them from 1. */
  unit_configs: z.array(z.boolean()).max(512),
  streaming_turn: z
    .object({
      stun_url: text,
      stun_port: z.number().int(),
      turn_protocol: text,
      turn_url: text,
      turn_port: z.number().int(),
    })
    .nullable(),
});
export type ReportedConfig = z.output<typeof reportedConfig>;

/** First message after connecting: who the station is and everything it knows about itself. */
export const birth = envelopeOf(
  z.object({
    station_type: stationType,
    version_api: text,
    capabilities,
    config: reportedConfig.nullable(),
    snapshot,
    /**
     * Swaps that the snapshot's counter holds and whose events are not acknowledged yet. Matters when a station first names `swap`
     * among its events: what happened before is counted by the counter, and these by their events.
     */
    untold_swaps: z
      .int()
      .nonnegative()
      .optional()
      .describe("Swaps the counter holds and whose events wait in the outbox."),
  }),
);
export type Birth = z.output<typeof birth>;

/** `code` of the answer to a birth. Of what is not `accepted`, nothing the station told of itself is stored. */
export const BIRTH_CODES = {
  accepted: 0,
  /** No such station, or one that is not in service. */
  unknown: 1,
  /** Boot and sequence are not above those known, so everything that follows would count as old. */
  behind: 2,
  /** It does not fit, or cannot be stored: the message names the field. Nothing will change that but other firmware. */
  rejected: 3,
} as const;

/**
 * Answer to a birth: the server's clock in ms, the pace of telemetry in seconds, on change and at rest, and the highest
 * boot counter known. A station told that it is `behind`, because its counter was lost, goes on with `boot + 1`. `id` is null when
 * that of the birth could not be read, which is said by `rejected` alone; then there is no output.
 */
export const birthAck = replyOf(
  z.object({
    server_time: z.number().describe("The server's clock, in ms since 1970."),
    telemetry_min_s: z.number().describe("Snapshots come at most this often, in seconds."),
    telemetry_max_s: z.number().describe("Snapshots come at least this often, in seconds."),
    boot: z.number().int().nonnegative().describe("The highest boot known."),
  }),
).extend({ id: z.string().nullable() });
export type BirthAck = z.output<typeof birthAck>;

/**
 * The station's last will, sent by the broker, and what it says when it leaves. `seq` is that of the birth of the connection that has
 * ended, chosen before connecting. Ignored unless its boot is the current one and no later birth is known; a will without `seq` is
 * ignored only when the boot is another.
 */
export const death = z.object({
  v: z.literal(1),
  boot: z.number().int().nonnegative().describe("The boot that ends."),
  seq: z.number().int().nonnegative().optional().describe("That of the birth of the connection that has ended."),
});
export type Death = z.output<typeof death>;

/**
 * A snapshot. `historical` marks one taken while the link was down: it fills charts and never touches the current state.
 */
export const tele = envelopeOf(
  z.object({
    snapshot,
    historical: z
      .boolean()
      .optional()
      .describe("Taken while the link was down: fills charts, is never shown as current."),
  }),
);
export type Tele = z.output<typeof tele>;

/** Pace of telemetry: at most this often when something changes, at least this often when nothing does. */
export const TELEMETRY_PACE_S = { min: 10, max: 60 } as const;
