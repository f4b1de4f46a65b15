import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { repeat } from "../jobs/index.ts";
import type { Link, Received } from "../link/index.ts";
import { eventsReceived } from "./metrics.ts";
import { readEvent } from "./received-event.ts";
import { removeOld } from "./remove-old.ts";
import { takeIn } from "./take-in.ts";
import { queueEvents } from "./waiting.ts";

const RETRY_MS = SECOND_MS;

export type EventsOptions = {
  db: Db;
  link: Pick<Link, "handle" | "publish" | "reader">;
  /** Shows on the board what was written about some stations. */
  refresh: (names: readonly string[]) => Promise<void>;
  now: () => number;
  log: Logger;
};

export type Events = {
  /** Done when everything received so far is dealt with. */
  settle(): Promise<void>;
  /** Stops, once the link is stopped, after a last attempt at everything received. What is then not stored is sent again. */
  stop(): Promise<void>;
};

/** Takes in the events of stations, one batch after the other: while one is stored, the next gathers. */
export function startEvents(options: EventsOptions): Events {
  const { db, link, now, log } = options;
  const queue = queueEvents();
  let isStopped = false;
  let underWay: Promise<void> | null = null;
  let attempt = Promise.withResolvers<void>();

  async function drain(): Promise<void> {
    while (!queue.isEmpty()) {
      const batch = queue.take();
      let hasFailed = false;
      try {
        await takeIn(batch, options);
      } catch (error) {
        hasFailed = true;
        queue.putBack(batch);
        log.error({ err: error, events: batch.length }, "events of stations could not be stored and are kept");
        if (!isStopped) await sleep(RETRY_MS);
      }
      attempt.resolve();
      attempt = Promise.withResolvers();
      if (hasFailed && isStopped) return;
    }
  }

  function settle(): Promise<void> {
    underWay ??= drain().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  link.handle("event", (received: Received) => {
    const hasRoom = queue.add(readEvent(received, link.reader.countFields));
    void settle();
    if (hasRoom) return;
    eventsReceived.inc({ outcome: "dropped" });
    // Who says more than there is room for has to wait until some of it is dealt with.
    return attempt.promise;
  });

  const failure = "old events could not be removed";
  const sweep = repeat((signal) => removeOld(db, { now: now(), signal }), { everyMs: HOUR_MS, failure, log });

  return {
    settle,
    async stop() {
      isStopped = true;
      await sweep.stop();
      await settle();
    },
  };
}
