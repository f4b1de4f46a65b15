import { SECOND_MS, truncate } from "@groundcrew/shared/lib";
import type { Mailer } from "../platform/mail/index.ts";
import {
  isSuccess,
  redirectText,
  Unanswered,
  type IncomingAnswer,
  type OutgoingRequest,
  type Webhooks,
} from "../platform/webhooks/index.ts";
import type { Installation } from "./installation-queries.ts";

/** How long a receiver may take to answer. */
export const CHANNEL_TIMEOUT_MS = 10 * SECOND_MS;

/**
 * The outcome of an attempt. `status` and `answer` are those of a web server, `why` is a sentence. After `gone`, nothing may be sent there any
 * more; `retryAfterMs` is how long the receiver asks to wait. `mayHaveArrived` is true when it failed without the receiver's own answer, so
 * that it may have got the message. With `unsent`, this installation cannot send it, whatever the recipient.
 */
export type Outcome = {
  ok: boolean;
  status: number | null;
  ms: number;
  answer: string;
  why: string;
  gone: boolean;
  retryAfterMs: number | null;
  mayHaveArrived: boolean;
  unsent?: true;
};

/** The dependencies of sending to channels. `pagerDuty` are the addresses of the regions of its service; `origin` is the console's. */
export type Senders = {
  mailer: Mailer;
  webhooks: Webhooks;
  origin: string;
  product: string;
  installation: Installation;
  pagerDuty: { us: string; eu: string };
  now: () => number;
};

/** Posts a request and returns the outcome with a sentence about it. */
export async function exchange(
  url: string,
  request: OutgoingRequest,
  { webhooks, now }: Pick<Senders, "webhooks" | "now">,
): Promise<Outcome> {
  const begun = now();
  try {
    const answer = await webhooks.send(url, { ...request, httpsOnly: true });
    return outcomeOf(answer, now() - begun);
  } catch (error) {
    const why = error instanceof Error ? error.message : "It could not be sent.";
    return { ...failure(why, now() - begun), mayHaveArrived: error instanceof Unanswered };
  }
}

const GONE = 410;
/** Statuses of a gateway that got no valid answer from the receiver behind it. */
const OF_GATEWAY = new Set([502, 504]);
const SHOWN_ANSWER = 1_000;
const QUOTED_ANSWER = 80;

function outcomeOf(answer: IncomingAnswer, ms: number): Outcome {
  const text = truncate(answer.text, SHOWN_ANSWER);
  const quoted = truncate(text.trim().split("\n", 1)[0] ?? "", QUOTED_ANSWER);
  const ok = isSuccess(answer);
  const isQuoted = !ok && quoted !== "" && answer.redirectsTo === null;
  return {
    ok,
    status: answer.status,
    ms: Math.max(0, ms),
    answer: text,
    why: isQuoted ? `HTTP ${answer.status} “${quoted}”.` : `HTTP ${answer.status}.${redirectText(answer)}`,
    gone: answer.status === GONE,
    retryAfterMs: answer.retryAfterMs,
    mayHaveArrived: OF_GATEWAY.has(answer.status),
  };
}

export function failure(why: string, ms: number): Outcome {
  const nothing = { status: null, answer: "", gone: false, retryAfterMs: null, mayHaveArrived: false };
  return { ...nothing, ok: false, ms: Math.max(0, ms), why };
}
