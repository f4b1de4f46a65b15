import { z } from "zod";

const message = z.object({ v: z.literal(1), data: z.object({ snapshot: z.unknown() }) });

/** The snapshot in its stored text: a message on the topic of telemetry as it was received, or a snapshot alone. Unknown fields are left. */
export function snapshotIn(stored: string): unknown {
  const value: unknown = JSON.parse(stored);
  const read = message.safeParse(value);
  return read.success ? read.data.data.snapshot : value;
}
