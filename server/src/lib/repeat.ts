import type { Logger } from "pino";

type How = {
  everyMs: number;
  log: Logger;
  /** What is logged when it fails; it is done again the next time. */
  failure: string;
};

/**
 * Does something now and then again and again, never twice at once. `stop` waits for what is under way, which should come
 * to an end soon once its signal is aborted.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, log, failure }: How,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;

  async function once(): Promise<void> {
    try {
      await work(stopping.signal);
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    underWay = undefined;
  }

  function begin(): void {
    underWay ??= once();
  }

  begin();
  const timer = setInterval(begin, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
