import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { DELIVERY_TRIES } from "@groundcrew/shared/notifications";
import {
  failure,
  messageJob,
  recordFailure,
  recordSuccess,
  lockChannel,
  type MessageContent,
  type Outcome,
} from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import {
  STOPPED,
  stoppedServers,
  type Attempted,
  type JobHandler,
  type JobResult,
  type LeasedJob,
} from "../../platform/jobs/index.ts";
import { traced } from "../../platform/tracing/index.ts";
import { notifyOfFailure } from "./channel-failure-mail.ts";
import { countNotifications } from "../metrics.ts";
import { deliverMessage, type Delivering } from "./deliver-message.ts";
import { recordSent } from "../devices/device-queries.ts";
import { insertAttempt, updateNotifications } from "./message-queries.ts";
import { pauseEnd } from "../plan/quiet-end.ts";
import { readRecipient } from "../plan/recipient.ts";

/** Pauses before the second and each further attempt, almost six hours in all. */
const PAUSES_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 2.5 * HOUR_MS];
const JITTER = 0.2;
const LONGEST_MS = 6 * HOUR_MS;
/** How long the end of an alert is retried, because each receiver of its start needs it. A channel that fails for a day pauses itself. */
const END_TRIED_MS = 7 * DAY_MS;

/**
 * How long to wait after a number of failed attempts, in ms. `random` (0 to 1) shortens the pause by up to a fifth, so that not all are
 * repeated at once. A receiver may ask for a longer pause.
 */
export function pauseMs(
  failures: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number {
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0;
  return Math.round(Math.max(pause * (1 - JITTER * random), Math.min(retryAfterMs ?? 0, LONGEST_MS)));
}

/** Receivers that do not answer occupy their places until the time-out. */
const PLACES = { failing: 8, others: 32 };

/** The handler of messages: tries to send each, and stores the outcome with its notifications. `random` (0 to 1) shortens pauses. */
export function messageHandler(delivering: Delivering, random: () => number = Math.random): JobHandler {
  return {
    kind: messageJob.name,
    hasReceivers: true,
    places: PLACES,
    run(job) {
      const message = readMessage(job);
      const { kind } = readRecipient(message.recipient);
      return traced(`send message by ${kind}`, {}, async () =>
        attempted(message, await attempt(delivering, message, random)),
      );
    },
    failed(job, reason) {
      // A newer server may have written it, which can read it.
      if (!messageJob.payload.safeParse(job.payload).success) {
        const waitMs = pauseMs(job.failures + 1, { random: random(), retryAfterMs: null });
        const isLast = job.attempts >= DELIVERY_TRIES;
        return { result: isLast ? { is: "given_up", why: reason } : { is: "failed", why: reason, waitMs } };
      }
      const message = readMessage(job);
      const outcome = failure(`The server could not send it: ${reason.replace(/\.$/, "")}.`, 0);
      const { result, why } = judge(message, outcome, { now: delivering.senders.now(), random: random() });
      // The receiver did not cause it, and may have got the message.
      return attempted(message, { result, why, mayHaveArrived: true });
    },
  };
}

/** A leased message. `tries` counts this attempt too, and those during which a server stopped. */
type LeasedMessage = { job: LeasedJob; id: string; recipient: string; content: MessageContent; tries: number };

function readMessage(job: LeasedJob): LeasedMessage {
  const { id, key, receiver, payload, attempts } = job;
  if (key === null || receiver === null) throw new Error(`The job ${id} is no message.`);
  return { job, id: key, recipient: receiver, content: messageJob.payload.parse(payload), tries: attempts };
}

/**
 * The result of an attempt, and why. The recipient may have got a failed message in an attempt without an answer, or during which a server stopped.
 * `outcome` is that of its receiver, if it was sent at all.
 */
type Attempt = { result: JobResult; why: string; mayHaveArrived?: boolean; outcome?: Outcome; gaveUp?: boolean };

async function attempt(delivering: Delivering, message: LeasedMessage, random: () => number): Promise<Attempt> {
  const { job, id, content, recipient } = message;
  const { now } = delivering.senders;
  if (stoppedServers(job, DELIVERY_TRIES)) {
    return { result: { is: "given_up", why: STOPPED }, why: STOPPED, mayHaveArrived: true };
  }
  const delivered = await deliverMessage(delivering, recipient, { id, ...content });
  switch (delivered.kind) {
    case "missing":
      return { result: { is: "dropped", why: delivered.why }, why: delivered.why };
    case "paused": {
      const { until, why } = pauseEnd(delivered.until, now());
      return { result: { is: "postponed", until: new Date(until).toISOString(), why }, why };
    }
    case "attempt":
      return judge(message, delivered.outcome, { now: now(), random: random() });
  }
}

function judge(
  { job, recipient, content, tries }: LeasedMessage,
  outcome: Outcome,
  { now, random }: { now: number; random: number },
): Attempt {
  const { ok, unsent, gone, why, retryAfterMs } = outcome;
  if (unsent) return { result: { is: "dropped", why }, why, outcome };
  if (ok) return { result: { is: "done" }, why, outcome };
  const isOutOfTries = tries >= DELIVERY_TRIES;
  const isKept = content.type === "ended" && now - Date.parse(job.created) < END_TRIED_MS;
  // A channel whose address is gone is paused, and keeps its messages for another address.
  const isLast = (gone && readRecipient(recipient).kind !== "channel") || (isOutOfTries && !isKept);
  // The server may have stopped during an earlier attempt, of which nothing is stored.
  const mayHaveArrived = outcome.mayHaveArrived || tries > job.failures + 1;
  const failed = { outcome, mayHaveArrived, gaveUp: isLast || isOutOfTries };
  if (isLast) {
    const reason = gone ? why : `${why} Given up after ${tries} attempts.`;
    return { result: { is: "given_up", why: reason }, why: reason, ...failed };
  }
  // By failures instead of tries, because tries during which a server stopped say nothing about the receiver.
  const waitMs = pauseMs(job.failures + 1, { random, retryAfterMs });
  return { result: { is: "failed", why, waitMs }, why, ...failed };
}

const DELIVERY_RESULTS = {
  done: "delivered",
  dropped: "not_sent",
  given_up: "failed",
  failed: "retrying",
  postponed: null,
} as const;

/** Stores an attempt at its receiver even when another server has leased the message meanwhile, but not at its notifications. */
function attempted({ id, recipient }: LeasedMessage, made: Attempt): Attempted {
  const { result, why, mayHaveArrived = false, outcome, gaveUp = false } = made;
  const { kind, id: receiver } = readRecipient(recipient);
  return {
    result,
    // Those who edit or pause a channel lock it first, too.
    ...(kind === "channel" && { lock: (tx: Db) => lockChannel(tx, receiver) }),
    async store(tx, isOurs) {
      if (outcome) await insertAttempt(tx, { id }, outcome);
      if (outcome && !outcome.unsent) await recordOutcome(tx, recipient, { outcome, gaveUp });
      const stored = DELIVERY_RESULTS[result.is];
      const notifications = isOurs ? await updateNotifications(tx, id, { result: stored, why, mayHaveArrived }) : 0;
      return () => {
        if (stored !== null && stored !== "retrying") countNotifications(stored, notifications);
      };
    },
  };
}

/** Records the outcome of an attempt at its channel or device. A channel that begins to fail is reported to the people who manage it. */
async function recordOutcome(
  tx: Db,
  recipient: string,
  { outcome, gaveUp }: { outcome: Outcome; gaveUp: boolean },
): Promise<void> {
  const { ok, gone, why } = outcome;
  const { kind, id } = readRecipient(recipient);
  if (kind === "push") return recordSent(tx, id, { ok, gone });
  if (kind !== "channel") return;
  if (ok) return recordSuccess(tx, id, false);
  const effect = await recordFailure(tx, id, { why, gaveUp, gone });
  if (effect?.became) await notifyOfFailure(tx, { ...effect, became: effect.became, why });
}
