import { attempts, type Part } from "../../platform/lib/index.ts";
import type { Logger } from "pino";

type AskedOptions = {
  /** How long a request waits for more. */
  afterMs: number;
  /** How long after a failure it is tried again. */
  againMs: number;
  /** Logged when the work fails. */
  failure: string;
  log: Pick<Logger, "warn">;
};

/** Runs work after it was asked for, once for all requests until then, and again for those that come while it runs. Nothing runs unless it was. */
export function whenAsked(work: () => Promise<void>, { afterMs, againMs, failure, log }: AskedOptions) {
  const attempt = attempts({ log, failure });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;
  let hasSucceeded = false;

  function ask(inMs = afterMs): void {
    if (running) isAskedAgain = true;
    else if (!isStopped) timer ??= setTimeout(() => (running = run()), inMs);
  }

  async function run(): Promise<void> {
    timer = null;
    const isDone = await attempt(() => work().then(() => true), false);
    running = null;
    hasSucceeded = isDone;
    const isAsked = isAskedAgain;
    isAskedAgain = false;
    if (!isDone) ask(againMs);
    else if (isAsked) ask();
  }

  return {
    ask: () => ask(),
    /** False before the first run has ended, and after one that failed until another one succeeds. */
    hasSucceeded: () => hasSucceeded,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  } satisfies Part & Record<"ask" | "hasSucceeded", unknown>;
}
