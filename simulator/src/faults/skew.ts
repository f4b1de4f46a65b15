import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";

const withOccurred = z.looseObject({ occurred: z.number() });
const withSnapshot = z.looseObject({ snapshot: z.looseObject({ time: z.number() }) });

/** A message with every time in it shifted, as a station sends it whose clock is ahead by `aheadMs`. */
export function skewed(message: unknown, aheadMs: number): unknown {
  if (aheadMs === 0) return message;
  const event = withOccurred.safeParse(message);
  if (event.success) return { ...event.data, occurred: event.data.occurred + aheadMs };
  const { success, data } = withSnapshot.safeParse(message);
  if (!success) return message;
  return { ...data, snapshot: { ...data.snapshot, time: data.snapshot.time + aheadMs / SECOND_MS } };
}
