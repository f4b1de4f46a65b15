import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyBaseLogger } from "fastify";

/** Failures less than this apart are of one outage. The console asks at least once a minute. */
const QUIET_MS = MINUTE_MS + 15 * SECOND_MS;

type Failure = { status: number; route: string | undefined; detail: string };
type Outage = { calls: number; began: number; last: number; timer: NodeJS.Timeout };

/**
 * Logs calls that fail because of an outage: the first, and how many there were once none has failed for a while. While a database
 * is frozen, a line for each would fill the log.
 */
export function logOutages(log: Pick<FastifyBaseLogger, "warn">) {
  const outages = new Map<string, Outage>();

  function end(detail: string): void {
    const outage = outages.get(detail);
    if (!outage) return;
    clearTimeout(outage.timer);
    outages.delete(detail);
    const { calls, began, last } = outage;
    const about = { calls, seconds: Math.round((last - began) / SECOND_MS), detail };
    log.warn(about, "no further call failed in this way");
  }

  return {
    note({ status, route, detail }: Failure): void {
      const now = performance.now();
      const outage = outages.get(detail);
      if (outage) {
        outage.calls++;
        outage.last = now;
        outage.timer.refresh();
        return;
      }
      log.warn({ status, route, detail }, "a call was not served; further ones that fail in this way are counted");
      const timer = setTimeout(() => end(detail), QUIET_MS);
      timer.unref();
      outages.set(detail, { calls: 1, began: now, last: now, timer });
    },
    /** Ends every outage, so that its count is logged. */
    stop: () => [...outages.keys()].forEach(end),
  };
}
