import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

/**
 * How many calls may be in progress at once. Each waits for the database several times, for at most 3 s. With many more, each waits too
 * long for one of its statements, so that hardly any is ever completed.
 */
const IN_PROGRESS = 200;
const WAITING = 2_000;
const WAIT_MS = 2_000;

/** Calls that mostly wait for a station or have limits of their own. */
const UNLIMITED = new Set([
  "takeImages",
  "uploadImage",
  "openStream",
  "answerStream",
  "addIceCandidate",
  "keepStreamOpen",
  "closeStream",
]);

type LoadLimits = { inProgress: number; waiting: number; waitMs: number };

/**
 * Limits how many calls are in progress. Others wait for a short time, and those that have waited too long, or that come when too many wait,
 * get 503. A call counts from when its body has arrived until its response is known, so that slow clients do not count.
 */
export function limitLoad(
  app: FastifyInstance,
  limits: LoadLimits = { inProgress: IN_PROGRESS, waiting: WAITING, waitMs: WAIT_MS },
): void {
  const places = openPlaces(limits);
  const ends = new WeakMap<FastifyRequest, () => void>();

  app.addHook("preValidation", async (request: FastifyRequest, { raw }: FastifyReply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.events || UNLIMITED.has(endpoint.name)) return;
    const end = await places.take();
    if (end === null) {
      const sentence = "The server has too much to do right now. Try again in a moment.";
      throw new Problem(503, sentence, { headers: { "retry-after": "2" } });
    }
    // The client may have gone while its request waited.
    if (raw.closed) return end();
    ends.set(request, end);
    raw.once("close", end);
  });

  app.addHook("onSend", async (request) => ends.get(request)?.());
}

type Waiting = { grant: () => void };

/** A number of places; who finds none waits for one in turn. */
function openPlaces({ inProgress, waiting: mostWaiting, waitMs }: LoadLimits) {
  let free = inProgress;
  const waiting = new Set<Waiting>();

  /** A function that gives a place back, to the first that waits. */
  function place(): () => void {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const [next] = waiting;
      if (next) next.grant();
      else free += 1;
    };
  }

  return {
    /** Takes a place; null if there is none in time. */
    async take(): Promise<(() => void) | null> {
      if (free > 0) {
        free -= 1;
        return place();
      }
      if (waiting.size >= mostWaiting) return null;
      return new Promise((resolve) => {
        const one: Waiting = { grant: () => leave(place()) };
        const timer = setTimeout(() => leave(null), waitMs);
        function leave(answer: (() => void) | null): void {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(answer);
        }
        waiting.add(one);
      });
    },
  };
}
