import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { LinkThread } from "./link-thread.ts";

const RESTART_MS = SECOND_MS;

type KeepRunning = {
  /** Starts a thread, which calls the function when it crashes. */
  start: (onCrash: (error: unknown) => void) => Promise<LinkThread>;
  /** Called after a crash, and once the thread runs again; never rejects. */
  recover: () => Promise<void>;
  log: Logger;
};

/** A thread of the station link that is started again when it crashes. `current` is null while it does not run. */
export function keepRunning({ start, recover, log }: KeepRunning) {
  const stopping = new AbortController();
  let thread: LinkThread | null = null;
  /** Its last start, and all of it that is repeated. */
  let starting = Promise.resolve();

  async function begin(): Promise<void> {
    thread = await start((error) => {
      log.error({ err: error }, "a thread of the station link has crashed and is started again");
      thread = null;
      starting = restart();
    });
  }

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recover();
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      try {
        await begin();
        return await recover();
      } catch (error) {
        log.error({ err: error }, "a thread of the station link could not be started again");
      }
    }
  }

  return {
    current: () => thread,
    /** Rejects when it cannot be started the first time. */
    start(): Promise<void> {
      starting = begin();
      return starting;
    },
    async stop(): Promise<void> {
      stopping.abort();
      // The caller of `start` handles a failure.
      await Promise.allSettled([starting]);
      await thread?.stop();
      thread = null;
    },
  };
}
