import { SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { z } from "zod";
import type { Db } from "../db/index.ts";

/** A kind of job: its name and the schema of its payload, which is stored as JSON and must not have secrets. */
export type JobKind<Payload extends z.ZodType> = { name: string; payload: Payload };

/**
 * A job that this server has leased. `attempts` counts this one too, and those during which a server stopped; `failures` are the attempts that
 * have failed. It is `failing` if an earlier attempt of it, or of another job of its receiver, has failed and is to be repeated.
 */
export type LeasedJob = {
  id: number;
  kind: string;
  key: string | null;
  receiver: string | null;
  payload: unknown;
  attempts: number;
  failures: number;
  created: Timestamp;
  /** When it was due, to the microsecond. */
  due: string;
  failing: boolean;
};

/** The result of an attempt: the job has ended, is tried again after `waitMs`, or waits until a time without this attempt being counted. */
export type JobResult =
  | { is: "done" }
  | { is: "dropped" | "given_up"; why: string }
  | { is: "failed"; why: string; waitMs: number }
  | { is: "postponed"; why: string; until: Timestamp };

/**
 * The outcome of an attempt. `store` writes what belongs to the result, in the transaction that stores it, and returns what to do once that is
 * committed; `isOurs` is false when another server has leased the job meanwhile, and the result is not stored. `lock` locks what others lock before
 * jobs, so that nobody waits for each other.
 */
export type Attempted = {
  result: JobResult;
  lock?: (tx: Db) => Promise<void>;
  store?: (tx: Db, isOurs: boolean) => Promise<() => void>;
};

/** The numbers of jobs of a kind that one server runs at once: of those that are failing, and of others. Receivers that do not answer delay only the former. */
export type Places = { failing: number; others: number };

/** Runs the jobs of one kind. */
export type JobHandler = {
  kind: string;
  /** Its jobs have receivers, each of which gets one at a time. */
  hasReceivers?: true;
  places: Places;
  run: (job: LeasedJob) => Promise<Attempted>;
  /** The outcome of an attempt in which `run` threw an error. */
  failed: (job: LeasedJob, why: string) => Attempted;
};

export function jobKind<Payload extends z.ZodType>(name: string, payload: Payload): JobKind<Payload> {
  return { name, payload };
}

const FIRST_MS = 10 * SECOND_MS;
const FACTOR = 3;
/** Attempts before a job is given up: about three hours with the waits between them. */
const MAX_ATTEMPTS = 8;
const PLACES: Places = { failing: 2, others: 4 };
/** Places for jobs that keep a connection to the database busy, of which a server has few. */
export const FEW_PLACES: Places = { failing: 1, others: 1 };

/** How long a job waits after a number of failed attempts, in ms; null when it is given up. */
export function backOffMs(attempts: number): number | null {
  return attempts < MAX_ATTEMPTS ? FIRST_MS * FACTOR ** (attempts - 1) : null;
}

/**
 * The handler of a kind of job. `run` throws to be retried later; the message of the error is stored and shown. A job may run twice when
 * a server dies at the wrong moment, and a run must end within half a minute.
 */
export function jobHandler<Payload extends z.ZodType>(
  { name, payload }: JobKind<Payload>,
  run: (payload: z.output<Payload>, about: { created: Timestamp }) => Promise<void>,
  places = PLACES,
): JobHandler {
  return {
    kind: name,
    places,
    async run(job) {
      if (stoppedServers(job, MAX_ATTEMPTS)) return { result: { is: "given_up", why: STOPPED } };
      await run(payload.parse(job.payload), job);
      return { result: { is: "done" } };
    },
    failed({ attempts }, why) {
      const waitMs = backOffMs(attempts);
      return { result: waitMs === null ? { is: "given_up", why } : { is: "failed", why, waitMs } };
    },
  };
}

/** Whether the server stopped in so many attempts of a job that the job itself may be the cause. */
export function stoppedServers({ attempts, failures }: LeasedJob, max: number): boolean {
  return attempts - failures > max;
}

export const STOPPED = "The server stopped during the last attempt.";
