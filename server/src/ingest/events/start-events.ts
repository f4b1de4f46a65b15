import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import type { Link, Received } from "../../platform/link/index.ts";
import { eventBudgets, type EventLimits } from "./budget.ts";
import { drainQueue } from "../drain.ts";
import { eventsReceived, ingestEvents } from "./ingest-events.ts";
import { recordLimitedStations } from "./record-limited.ts";
import { readEvent } from "./received-event.ts";
import { queueEvents } from "./event-queue.ts";

/** How long reading from a station pauses when its queue is full. Short enough that its keep-alive is still received. */
const PAUSE_MS = SECOND_MS;

export type EventsOptions = {
  db: Db;
  link: Pick<Link, "handle" | "publish" | "supersede" | "reader">;
  /** Updates the board for some stations; never rejects. */
  refresh: (names: readonly string[]) => Promise<void>;
  limits: EventLimits;
  /** How long after a failed attempt the next one is made, if not the usual time. */
  retryMs?: number;
  now: () => number;
  log: Logger;
};

export type Events = {
  /** Resolves when everything received so far is handled, except for events that exceed their station's budget, or after `stop`. */
  settle(): Promise<void>;
  /** Stops after one last attempt to store; stations send events again that were not stored. Has to be called after the link has stopped. */
  stop(): Promise<void>;
};

/** Receives the events of stations and stores them in batches. */
export function startEvents(options: EventsOptions): Events {
  const { db, link, limits, now, log } = options;
  const stopping = new AbortController();
  const queue = queueEvents(eventBudgets(limits, now));
  const limited = recordLimitedStations({ db, queue, now, log });
  const draining = drainQueue(queue, {
    name: "events",
    async store(batch) {
      await ingestEvents(batch, options);
      return [];
    },
    gatherMs: 0,
    waitMs: queue.waitMs,
    retryMs: options.retryMs,
    failure: "events of stations could not be stored; they stay in the queue",
    log,
  });

  link.handle("event", (received: Received) => {
    limited.count(received.station);
    const room = queue.roomFor(received.station);
    if (room === "free") {
      // Parsed at once, unlike snapshots: no event is overtaken, and its id shows whether it waits already.
      queue.add(readEvent(received, link.reader.countFields));
      draining.soon();
      return;
    }
    eventsReceived.inc({ outcome: "dropped" });
    // When the whole queue is full, all stations wait for the next batch; otherwise only this one.
    return room === "full" ? draining.nextAttempt() : { pauseStation: sleep(PAUSE_MS, undefined, { ref: false }) };
  });

  return {
    async settle() {
      do await draining.settle();
      while (!stopping.signal.aborted && !queue.isEmpty() && queue.waitMs() === 0);
    },
    async stop() {
      stopping.abort();
      await limited.stop();
      await draining.stop();
    },
  };
}
