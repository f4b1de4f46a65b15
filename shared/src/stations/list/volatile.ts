import { z } from "zod";
import { timestamp } from "../../lib/index.ts";

/** Milliseconds from a time in the past to the reply's `at`; null for a time that is null. */
const ago = z.array(z.int().nullable());
/** Null for a station whose snapshot has no such number. */
const numbers = z.array(z.number().nullable());

/**
 * New values of the fields that change with nearly every message: times of contact, clock skew, uptime, temperature, and the current of
 * charging batteries. In columns with one item for each station, which is a tenth of the size of whole rows. Nothing else in the rows of
 * these stations has changed.
 */
export const volatileUpdate = z.object({
  volatile: z.object({
    at: timestamp,
    /** The `namesHash` of the whole list that the caller may see, which includes the other changes of this reply. */
    names_hash: z.int(),
    /** How many stations of that list, by name, are between this one and the one before it. Takes a tenth of the size of names. */
    skipped: z.array(z.int().nonnegative()),
    last_active: ago,
    last_online: ago,
    last_telemetry: ago,
    /** Without a column its values stay as they were. */
    clock_skew_ms: z.array(z.int().nullable()).optional(),
    /** This and the following only with `include_telemetry`. */
    internal_temperature: numbers.optional(),
    station_uptime: numbers.optional(),
    /** The `current` of those batteries that have one, in order. */
    currents: z.array(z.array(z.number())).optional(),
  }),
});
export type VolatileUpdate = z.output<typeof volatileUpdate>;

/** A hash of names in order, by which a client checks that its list is the server's. Not meant to resist an attack. */
export function namesHash(names: readonly string[]): number {
  let hash = 0;
  for (const name of names) {
    for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
    hash = Math.imul(hash, 31) | 0;
  }
  return hash;
}
