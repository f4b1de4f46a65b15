import { snapshot, type Snapshot } from "@groundcrew/shared/telemetry";
import { z } from "zod";
import type { Db } from "../../platform/db/index.ts";
import { findSnapshot } from "../queries.ts";

const message = z.object({ v: z.literal(1), data: z.object({ snapshot: z.unknown() }) });

/** A station's last snapshot. Validated again, because what is stored may be older than this version of the server. */
export async function lastSnapshot(db: Db, station: string): Promise<Snapshot | null> {
  const stored = await findSnapshot(db, station);
  const read = stored === null ? null : snapshot.safeParse(snapshotIn(stored));
  return read?.success ? read.data : null;
}

/** The snapshot in its stored text: a message on the topic of telemetry as it was received, or a snapshot alone. Unknown fields are left. */
export function snapshotIn(stored: string): unknown {
  const value: unknown = JSON.parse(stored);
  const read = message.safeParse(value);
  return read.success ? read.data.data.snapshot : value;
}
