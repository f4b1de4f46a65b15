import { readFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "../state-file.ts";

const LONGEST_S = 1_000_000;
const seconds = z.number().nonnegative().max(LONGEST_S);

const planned = {
  /** Names of the affected stations, or the share of the fleet that is affected. The default is all stations. */
  stations: z.union([z.array(z.string()).min(1), z.number().gt(0).max(1)]).default(1),
  /** When the fault begins, counted from the start of the simulator, and how long it lasts; null means until the end. */
  at_s: seconds.default(0),
  for_s: seconds.nullable().default(null),
};

/** A scheduled fault, by its kind. */
const plannedFault = z.discriminatedUnion("fault", [
  /** This share of all messages, in both directions, is lost. */
  z.object({ fault: z.literal("drop"), ...planned, share: z.number().min(0).max(1) }),
  /** Messages arrive this much later. */
  z.object({ fault: z.literal("delay"), ...planned, ms: z.number().nonnegative() }),
  /** Each message arrives this many times more. */
  z.object({ fault: z.literal("duplicate"), ...planned, times: z.int().min(1).max(100) }),
  /** Messages arrive in another order: each is delayed by a random time of up to `within_ms`. */
  z.object({ fault: z.literal("reorder"), ...planned, within_ms: z.number().nonnegative() }),
  /** The station's clock is ahead by this much; behind, if negative. */
  z.object({ fault: z.literal("skew"), ...planned, ms: z.number() }),
  /** All counters, including the boot counter, are reset once. */
  z.object({ fault: z.literal("counter_reset"), ...planned }),
  /** Cameras deliver only the first half of each image. */
  z.object({ fault: z.literal("truncated_images"), ...planned }),
  /** The station reports this many errors a second. */
  z.object({ fault: z.literal("error_storm"), ...planned, per_s: z.int().min(1).max(1_000) }),
  /** The connection breaks this often, and the station reconnects at once, without the rate limit. */
  z.object({ fault: z.literal("reconnect_storm"), ...planned, every_s: z.number().positive() }),
]);
export type PlannedFault = z.output<typeof plannedFault>;

/** A file with the fault schedule of a simulated fleet. */
const faultsFile = z.object({ v: z.literal(1), faults: z.array(plannedFault) });

/** Parses a fault schedule. Throws an error with a sentence if it is invalid. */
export function readFaults(text: string, path: string): PlannedFault[] {
  const read = faultsFile.safeParse(parseJson(text));
  if (read.success) return read.data.faults;
  const [issue] = read.error.issues;
  throw new Error(`${path} is not a valid fault schedule: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}

/** Reads a fault schedule from a file; empty without a path. */
export async function readFaultsFile(path: string | undefined): Promise<PlannedFault[]> {
  return path === undefined ? [] : readFaults(await readFile(path, "utf8"), path);
}
