import type { Logger } from "pino";
import { Counter } from "prom-client";
import { attempts } from "./attempts.ts";

type How = {
  everyMs: number;
  log: Logger;
  /** Logged when the work fails, at most once a minute; it runs again the next time. */
  failure: string;
};

const failedRuns = new Counter({
  name: "groundcrew_regular_work_failures_total",
  help: "Runs of regular work that failed, such as retention and rollups; the log names them.",
});

/** A running part of the server that can be stopped. */
export type Part = { stop: () => Promise<void> };

/** Regular work. `runNow` runs it without waiting for the next time, and again if it is running already. */
export type Repeated = Part & { runNow: () => void };

/** Several parts as one, which stops them at the same time. */
export function allOf(parts: readonly Part[]): Part {
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** Stops parts in reverse order. All of them are stopped even if some fail; then the first failure is thrown. */
export async function stopAll(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) await part.stop().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs work at once and then regularly, never twice at the same time. `stop` aborts its signal and waits for it, so work should end soon
 * after that.
 */
export function repeat(work: (signal: AbortSignal) => Promise<void>, { everyMs, log, failure }: How): Repeated {
  const stopping = new AbortController();
  const attempt = attempts({ log, failure });
  let running: Promise<void> | undefined;
  let isDueAgain = false;

  async function once(): Promise<void> {
    do {
      isDueAgain = false;
      await attempt(countedWork, undefined);
    } while (isDueAgain && !stopping.signal.aborted);
    running = undefined;
  }

  async function countedWork(): Promise<void> {
    try {
      await work(stopping.signal);
    } catch (error) {
      failedRuns.inc();
      throw error;
    }
  }

  function begin(): void {
    running ??= once();
  }

  begin();
  const timer = setInterval(begin, everyMs);
  return {
    runNow() {
      isDueAgain = true;
      begin();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
