import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyBaseLogger } from "fastify";

/** Failures less than this apart belong to one outage. The console sends a request at least once a minute. */
const QUIET_MS = MINUTE_MS + 15 * SECOND_MS;

type Failure = { status: number; route: string | undefined; detail: string };
type Outage = { requests: number; firstAt: number; lastAt: number; timer: NodeJS.Timeout };

/**
 * Logs requests that fail because of an outage: the first one, and their number once none has failed for a while. A line for each would
 * fill the log.
 */
export function logOutages(log: Pick<FastifyBaseLogger, "warn">) {
  const outages = new Map<string, Outage>();

  function end(detail: string): void {
    const outage = outages.get(detail);
    if (!outage) return;
    clearTimeout(outage.timer);
    outages.delete(detail);
    const { requests, firstAt, lastAt } = outage;
    const seconds = Math.round((lastAt - firstAt) / SECOND_MS);
    log.warn({ requests, seconds, detail }, "no further request failed for this reason");
  }

  return {
    note({ status, route, detail }: Failure): void {
      const now = performance.now();
      const outage = outages.get(detail);
      if (outage) {
        outage.requests++;
        outage.lastAt = now;
        outage.timer.refresh();
        return;
      }
      log.warn({ status, route, detail }, "a request failed; further ones that fail for this reason are counted");
      const timer = setTimeout(() => end(detail), QUIET_MS);
      timer.unref();
      outages.set(detail, { requests: 1, firstAt: now, lastAt: now, timer });
    },
    /** Ends every outage, so that its count is logged. */
    stop: () => [...outages.keys()].forEach(end),
  };
}
