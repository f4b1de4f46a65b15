import { readFile } from "node:fs/promises";
import { z } from "zod";
import { parseJson } from "../state-file.ts";

const LONGEST_S = 1_000_000;
const seconds = z.number().nonnegative().max(LONGEST_S);

const planned = {
  /** Names of the stations it befalls, or the share of the fleet; all when it says nothing. */
  stations: z.union([z.array(z.string()).min(1), z.number().gt(0).max(1)]).default(1),
  /** When it begins, counted from the start of the simulator, and how long it lasts; null is for ever. */
  at_s: seconds.default(0),
  for_s: seconds.nullable().default(null),
};

/** Something that goes wrong at a time, by its `fault`. */
const plannedFault = z.discriminatedUnion("fault", [
  /** Of what station and server say, this share is lost. */
  z.object({ fault: z.literal("drop"), ...planned, share: z.number().min(0).max(1) }),
  /** What they say comes so much later. */
  z.object({ fault: z.literal("delay"), ...planned, ms: z.number().nonnegative() }),
  /** What they say comes so many times more. */
  z.object({ fault: z.literal("duplicate"), ...planned, times: z.int().min(1).max(100) }),
  /** What they say comes in another order: anything up to so much later. */
  z.object({ fault: z.literal("reorder"), ...planned, within_ms: z.number().nonnegative() }),
  /** The station's clock is so much ahead, or behind. */
  z.object({ fault: z.literal("skew"), ...planned, ms: z.number() }),
  /** The station forgets its counters, that of its boots included, once. */
  z.object({ fault: z.literal("counter_reset"), ...planned }),
  /** Of each picture its cameras deliver only the first half. */
  z.object({ fault: z.literal("half_dead_cameras"), ...planned }),
  /** It has so many errors a second to tell of. */
  z.object({ fault: z.literal("error_storm"), ...planned, per_s: z.int().min(1).max(1_000) }),
  /** Its connection breaks this often, and is dialled again at once, whoever else does. */
  z.object({ fault: z.literal("reconnect_storm"), ...planned, every_s: z.number().positive() }),
]);
export type PlannedFault = z.output<typeof plannedFault>;

/** The file that says what goes wrong with a simulated fleet, and when. */
const faultsFile = z.object({ v: z.literal(1), faults: z.array(plannedFault) });

/** Reads a schedule of faults. Throws a sentence when it is none. */
export function readFaults(text: string, path: string): PlannedFault[] {
  const read = faultsFile.safeParse(parseJson(text));
  if (read.success) return read.data.faults;
  const [issue] = read.error.issues;
  throw new Error(`${path} is no schedule of faults: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
}

/** Reads the schedule of faults in a file; without one, nothing goes wrong. */
export async function readFaultsFile(path: string | undefined): Promise<PlannedFault[]> {
  return path === undefined ? [] : readFaults(await readFile(path, "utf8"), path);
}
