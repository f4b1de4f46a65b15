import { SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";

const happened = z.looseObject({ occurred: z.number() });
const seen = z.looseObject({ snapshot: z.looseObject({ time: z.number() }) });

/** What a station says, with every time in it as its clock shows it when that is so much ahead. */
export function skewed(told: unknown, aheadMs: number): unknown {
  if (aheadMs === 0) return told;
  const event = happened.safeParse(told);
  if (event.success) return { ...event.data, occurred: event.data.occurred + aheadMs };
  const { success, data } = seen.safeParse(told);
  if (!success) return told;
  return { ...data, snapshot: { ...data.snapshot, time: data.snapshot.time + aheadMs / SECOND_MS } };
}
