import type { FastifyInstance, FastifyReply } from "fastify";
import { limitConcurrency } from "../../lib/index.ts";
import { Problem } from "../problem.ts";

/**
 * How many calls may be in progress at once. Each waits for the database several times, for at most 3 s. With many more, each waits too
 * long for one of its statements, so that hardly any is ever completed.
 */
const IN_PROGRESS = 200;
const WAITING = 2_000;
const WAIT_MS = 2_000;

type LoadLimits = { inProgress: number; waiting: number; waitMs: number };

declare module "fastify" {
  interface FastifyInstance {
    /** Runs a call, which is replied to with `reply`, once few enough others are in progress. */
    limitLoad: <T>(reply: FastifyReply, run: () => Promise<T>) => Promise<T>;
  }
}

/**
 * Limits how many calls are in progress. Others wait for a short time, and those that have waited too long, or that come when too many wait,
 * get 503. A call counts until its handler has ended, even if its client has gone, and not while a slow client sends or receives.
 */
export function limitLoad(
  app: FastifyInstance,
  limits: LoadLimits = { inProgress: IN_PROGRESS, waiting: WAITING, waitMs: WAIT_MS },
): void {
  const { inProgress, waiting: max, waitMs } = limits;
  const limited = limitConcurrency(inProgress, { max, waitMs, full: tooBusy });
  app.decorate("limitLoad", (reply, run) =>
    limited(async () => {
      // Its client left while it waited, so this response is never read.
      if (reply.raw.closed) throw tooBusy();
      return run();
    }),
  );
}

function tooBusy(): Problem {
  const sentence = "The server has too much to do right now. Try again in a moment.";
  return new Problem(503, sentence, { headers: { "retry-after": "2" } });
}
