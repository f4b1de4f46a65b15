import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import type { Link, Received } from "../link/index.ts";
import { eventBudgets, type EventLimits } from "./budget.ts";
import { drainQueue } from "./drain.ts";
import { eventsReceived } from "./metrics.ts";
import { noteLimited } from "./note-limited.ts";
import { readEvent } from "./received-event.ts";
import { removeOld } from "./remove-old.ts";
import { queueEvents } from "./waiting.ts";

/** How long a station is not read from whose events find no room. Short enough that its keep-alive is still seen. */
const PAUSE_MS = SECOND_MS;

export type EventsOptions = {
  db: Db;
  link: Pick<Link, "handle" | "publish" | "reader">;
  /** Shows on the board what was written about some stations; never fails. */
  refresh: (names: readonly string[]) => Promise<void>;
  limits: EventLimits;
  /** How long what is no longer needed of events is kept. */
  keptDays: number;
  now: () => number;
  log: Logger;
};

export type Events = {
  /** Done when everything received so far is dealt with, except for what a station's budget does not allow for yet. */
  settle(): Promise<void>;
  /** Stops, once the link is stopped, after a last attempt at everything received. What is then not stored is sent again. */
  stop(): Promise<void>;
};

/** Takes in the events of stations, one batch after the other: while one is stored, the next gathers. */
export function startEvents(options: EventsOptions): Events {
  const { db, link, limits, keptDays: days, now, log } = options;
  const queue = queueEvents(eventBudgets(limits, now));
  const limited = noteLimited({ db, queue, now, log });
  const draining = drainQueue(queue, options);

  link.handle("event", (received: Received) => {
    limited.count(received.station);
    const room = queue.roomFor(received.station);
    if (room === "free") {
      queue.add(readEvent(received, link.reader.countFields));
      void draining.settle();
      return;
    }
    eventsReceived.inc({ outcome: "dropped" });
    // Who says more than there is room for has to wait until some of it is dealt with.
    return room === "full" ? draining.nextAttempt() : { pauseStation: sleep(PAUSE_MS, undefined, { ref: false }) };
  });

  const failure = "old events could not be removed";
  const sweep = repeat((signal) => removeOld(db, { days, now: now(), signal }), { everyMs: HOUR_MS, failure, log });

  return {
    settle: draining.settle,
    async stop() {
      await Promise.all([sweep.stop(), limited.stop()]);
      await draining.stop();
    },
  };
}
