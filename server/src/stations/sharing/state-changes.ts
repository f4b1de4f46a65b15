import { timestamp } from "@groundcrew/shared/lib";
import { batteryStatus, door, pad } from "@groundcrew/shared/telemetry";
import { z } from "zod";
import type { StateChange } from "../board/board.ts";
import { fillTemplate } from "../board/snapshot-summary.ts";
import { isJson, parsed } from "./json.ts";

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
  .refine(({ template }) => isTemplate(template), "It is not JSON.");

const stateChange = z.object({
  state,
  summary: z.union([values, summary]).optional(),
}) satisfies z.ZodType<Omit<StateChange, "name">>;

/** A state and its snapshot from JSON; null if it cannot be read. */
export function readChange(source: string): Omit<StateChange, "name"> | null {
  const read = stateChange.safeParse(parsed(source));
  return read.success ? read.data : null;
}

/** Whether a template becomes JSON with any values: a place for one is where a value may be, and not within a text or a number. */
function isTemplate(template: string): boolean {
  return ["null", '""'].every((value) => isJson(fillTemplate(template, () => value)));
}
