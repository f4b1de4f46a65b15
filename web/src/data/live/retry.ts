import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";

/** The longest delay for about a minute, in which most servers are back, and after that. */
const MAX_DELAY_MS = { first: 3 * SECOND_MS, later: 30 * SECOND_MS };
const FIRST_FAILURES = 40;

export type RetryReason = {
  /** How many attempts have failed since the last stream that lasted. */
  failures: number;
  /** Within what time the server asked its clients to connect again, and how long it asked them to wait at least (ms). */
  withinMs?: number | undefined;
  afterMs?: number | null | undefined;
};

/**
 * How long to wait before connecting again (ms): a random part of the time that the server named, or of a second that doubles with each
 * failure, so that the clients of a server that was restarted do not all come at once.
 */
export function retryDelay({ failures, withinMs, afterMs }: RetryReason, random: number): number {
  const doubled = Math.min(SECOND_MS * 2 ** failures, MAX_DELAY_MS[failures < FIRST_FAILURES ? "first" : "later"]);
  const spread = failures === 0 && withinMs !== undefined ? Math.min(withinMs, MINUTE_MS) : doubled;
  return (afterMs ?? 0) + random * spread;
}
