import { SECOND_MS, type Timestamp } from "../lib/index.ts";

/**
 * Time of the revision that follows the latest at `now` (ms). Always later than the latest, and a whole second, so that
 * an HTTP date holds all of it. Rounded up: a client that loaded just before it cannot seem to have seen it.
 */
export function nextRevision(latest: Timestamp | null, now: number): Timestamp {
  const after = latest === null ? 0 : Date.parse(latest) + 1;
  return new Date(Math.ceil(Math.max(now, after) / SECOND_MS) * SECOND_MS).toISOString();
}
