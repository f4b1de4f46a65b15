import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { DELIVERY_TRIES, type DeliveryResult } from "@groundcrew/shared/notifications";
import { recordFailure, recordSuccess, type Outcome } from "../channels/index.ts";
import { inTransaction, type Db } from "../db/index.ts";
import { traced } from "../tracing/index.ts";
import { notifyOfFailure } from "./channel-failure-mail.ts";
import { deliverMessage, type Delivering } from "./deliver-message.ts";
import { recordSent } from "./device-queries.ts";
import { pauseEnd } from "./quiet-end.ts";
import { readRecipient } from "./recipient.ts";
import { endMessage, insertAttempt, postponeMessage, retryMessage, type LeasedMessage } from "./message-queries.ts";

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

/** The result of a message, and the number of its notifications. */
export type Sent = { result: DeliveryResult; notifications: number };

/** Tries to send a leased message, and stores the outcome. */
export function sendMessage(delivering: Delivering, leased: LeasedMessage, random: number): Promise<Sent> {
  const { kind } = readRecipient(leased.recipient);
  return traced(`send message by ${kind}`, { "groundcrew.attempt": leased.tries }, async (span) => {
    const sent = await attempt(delivering, leased, random);
    span.set({ "groundcrew.result": sent.result });
    return sent;
  });
}

async function attempt(delivering: Delivering, leased: LeasedMessage, random: number): Promise<Sent> {
  const { db } = delivering;
  // The server stopped in every attempt, so the message itself may be the cause.
  if (leased.tries - leased.failures > DELIVERY_TRIES)
    return end(db, leased, { ...UNKNOWN, why: "The server stopped during the last attempt." });
  const { id, content, recipient } = leased;
  const delivered = await deliverMessage(delivering, recipient, { id, ...content });
  switch (delivered.kind) {
    case "missing":
      return end(db, leased, { result: "not_sent", why: delivered.why });
    case "paused": {
      const { until, why } = pauseEnd(delivered.until, delivering.senders.now());
      await postponeMessage(db, leased, { until: new Date(until).toISOString(), why });
      return { result: "held", notifications: 0 };
    }
    case "attempt":
      return storeOutcome(db, leased, { outcome: delivered.outcome, random, now: delivering.senders.now() });
  }
}

/** A failed message that the recipient may have got in an attempt during which a server stopped. */
const UNKNOWN = { result: "failed", mayHaveArrived: true } as const;

type Ended = { result: DeliveryResult; why: string; mayHaveArrived?: boolean };

async function end(db: Db, leased: LeasedMessage, ended: Ended): Promise<Sent> {
  return { result: ended.result, notifications: await endMessage(db, leased, ended) };
}

type Attempt = { outcome: Outcome; random: number; now: number };

function storeOutcome(db: Db, leased: LeasedMessage, { outcome, random, now }: Attempt): Promise<Sent> {
  const { ok, gone, why, retryAfterMs } = outcome;
  const isOutOfTries = leased.tries >= DELIVERY_TRIES;
  const isKept = leased.content.type === "ended" && now - Date.parse(leased.created) < END_TRIED_MS;
  // A channel whose address is gone is paused, and keeps its messages for another address.
  const isLast = (gone && readRecipient(leased.recipient).kind !== "channel") || (isOutOfTries && !isKept);
  // By failures instead of tries, because tries during which a server stopped say nothing about the receiver.
  const waitMs = isLast ? null : pauseMs(leased.failures + 1, { random, retryAfterMs });
  return inTransaction(db, async (tx): Promise<Sent> => {
    await insertAttempt(tx, leased, outcome);
    if (outcome.unsent) return end(tx, leased, { result: "not_sent", why });
    await recordOutcome(tx, leased.recipient, { outcome, gaveUp: !ok && (isLast || isOutOfTries) });
    if (ok) return end(tx, leased, { result: "delivered", why });
    const reason = gone ? why : `${why} Given up after ${leased.tries} tries.`;
    // The server may have stopped during an earlier attempt, of which nothing is stored.
    const mayHaveArrived = outcome.mayHaveArrived || leased.tries > leased.failures + 1;
    if (waitMs === null) return end(tx, leased, { result: "failed", why: reason, mayHaveArrived });
    await retryMessage(tx, leased, { waitMs, why, mayHaveArrived });
    return { result: "retrying", notifications: 0 };
  });
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
