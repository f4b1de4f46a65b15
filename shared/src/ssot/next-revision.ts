import { SECOND_MS, type Timestamp } from "../lib/index.ts";

/**
 * Timestamp of the revision after `latest`, at `now` (ms). Always later than `latest`, and a whole second, because an HTTP date has no
 * milliseconds. Rounded up, so that a client that loaded just before the save does not appear to have seen it.
 */
export function nextRevision(latest: Timestamp | null, now: number): Timestamp {
  const after = latest === null ? 0 : Date.parse(latest) + 1;
  return new Date(Math.ceil(Math.max(now, after) / SECOND_MS) * SECOND_MS).toISOString();
}
