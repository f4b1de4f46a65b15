import { z } from "zod";
import { exactTextOf } from "../lib/index.ts";

const text = z.string().max(500);

/** A camera of a station. `in_use` marks the one that its flight software uses. */
export const birthCamera = z.object({ id: exactTextOf(64).min(1), name: text, in_use: z.boolean() });

/**
 * A station's capabilities, reported at birth: its cameras, the number of concurrent streams, the commands it supports, and the kinds of
 * events it sends. If these include `swap`, swaps are counted by events, otherwise by the counter in its snapshots. If they include `resent`,
 * the station keeps acknowledged events for a while, and sends them again when the server asks for it.
 */
export const capabilities = z.object({
  cameras: z.array(birthCamera).max(32),
  streams: z.number().int().nonnegative().max(64),
  commands: z.array(z.string().max(64)).max(64),
  events: z.array(z.string().max(64)).max(64).optional(),
});

/** The configuration that a station reports (specification, section 3, "Config"). */
export const reportedConfig = z.object({
  version_api: text,
  version_firmware: text,
  /** Position by name; `BattX` has one number for each battery. */
  positions: z.record(z.string().max(100), z.union([z.number(), z.array(z.number()).max(64)])),
  offsets: z.record(z.string().max(100), z.union([z.number(), z.array(z.number()).max(64)])),
  /** Unit configs in order; the console numbers them from 1. */
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
