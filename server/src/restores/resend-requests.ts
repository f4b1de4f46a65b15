import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { ResendRequest } from "@groundcrew/shared/link";
import type { Db } from "../platform/db/index.ts";
import { selectPending } from "./queries.ts";

/**
 * How much earlier than the backup the requested events begin, because a station's clock may run slow. An event in the backup is
 * acknowledged after it is committed, so this is needed for clocks alone.
 */
const MARGIN_MS = 10 * MINUTE_MS;

/** The resend requests that are open for these stations; stations of which nothing is missing are left out. */
export async function resendRequests(
  db: Db,
  stations: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, ResendRequest>> {
  if (stations.length === 0) return new Map();
  const pending = await selectPending(db, { stations, now: new Date(now).toISOString() });
  return new Map(
    pending.map(({ station, request, taken }) => [station, { id: request, since: Date.parse(taken) - MARGIN_MS }]),
  );
}
