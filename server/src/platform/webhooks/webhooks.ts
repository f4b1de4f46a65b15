import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { Histogram } from "prom-client";
import { openOutgoing, type Resolve } from "../outgoing/index.ts";

/** A request to an address that a user chose. With `httpsOnly`, http is refused unless private addresses are allowed. */
export type OutgoingRequest = {
  headers: Record<string, string>;
  body: string | Uint8Array;
  httpsOnly?: boolean;
};

/**
 * The answer of a server: the beginning of its text, how long it asks to wait before the next request (ms), and where it redirects to. That
 * names another server only, because paths may be secrets.
 */
export type IncomingAnswer = {
  status: number;
  text: string;
  retryAfterMs: number | null;
  redirectsTo: string | null;
};

/** Posts to addresses that users choose. */
export type Webhooks = {
  /** Posts JSON. Resolves when the receiver answers with success; rejects with a sentence. */
  post: (url: string, body: unknown) => Promise<void>;
  /**
   * Posts anything. Resolves with the answer, whatever its status; rejects with a sentence when there is none, which is `Unanswered` when
   * all was sent.
   */
  send: (url: string, request: OutgoingRequest) => Promise<IncomingAnswer>;
  /**
   * Why posting to an address will be refused, as a sentence, or null when nothing is known against it. A name that does not resolve now
   * may resolve later.
   */
  findProblem: (url: string, options?: { httpsOnly: boolean }) => Promise<string | null>;
};

/** No answer came to a request that was sent as a whole, so that its receiver may have accepted it. */
export class Unanswered extends Error {}

const TIMEOUT_MS = 3 * SECOND_MS;
/** How long a person who enters an address waits for its name. */
const CHECK_MS = 3 * SECOND_MS;
const SHOWN_ANSWER_BYTES = 1024;
const TEXT_MS = SECOND_MS;

/**
 * Sends webhooks. Addresses outside the public internet are refused, so that users cannot reach services that only this machine can; `allowPrivate`
 * lifts that. Redirects are not followed.
 */
export function openWebhooks({
  timeoutMs = TIMEOUT_MS,
  ...options
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
}): Webhooks {
  const { allowPrivate } = options;
  const outgoing = openOutgoing(options);

  async function exchange(text: string, request: OutgoingRequest): Promise<{ url: URL; answer: IncomingAnswer }> {
    const url = readUrl(text, request.httpsOnly === true && !allowPrivate);
    if (typeof url === "string") throw new Error(url);
    const signal = AbortSignal.timeout(timeoutMs);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error(`${url.host} did not answer in time.`)));
    });
    let isSent = false;
    const onSent = () => void (isSent = true);
    const { headers, body } = request;
    const head = Promise.race([late, outgoing.send(url, { method: "POST", headers, body }, { signal, onSent })]);
    const answered = head.catch((error: Error) => Promise.reject(isSent ? new Unanswered(error.message) : error));
    return { url, answer: await measured(answered.then((answer) => readAnswer(answer, url))) };
  }

  return {
    async post(text, body) {
      const headers = { "content-type": "application/json" };
      const { url, answer } = await exchange(text, { headers, body: JSON.stringify(body) });
      if (!isSuccess(answer))
        throw new Error(`${url.host} answered with status ${answer.status}.${redirectText(answer)}`);
    },
    async send(text, request) {
      return (await exchange(text, request)).answer;
    },
    async findProblem(text, { httpsOnly } = { httpsOnly: false }) {
      const url = readUrl(text, httpsOnly && !allowPrivate);
      if (typeof url === "string") return url;
      const signal = AbortSignal.timeout(Math.min(timeoutMs, CHECK_MS));
      return Promise.race([once(signal, "abort").then(() => null), outgoing.findProblem(url, signal)]);
    },
  };
}

const requestDuration = new Histogram({
  name: "groundcrew_webhook_duration_seconds",
  help: "How long receivers of webhooks took to answer, by outcome: delivered, rejected (answered with a failure), failed (no answer).",
  labelNames: ["outcome"],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5],
});

async function measured(pending: Promise<IncomingAnswer>): Promise<IncomingAnswer> {
  const end = requestDuration.startTimer();
  try {
    const answer = await pending;
    end({ outcome: isSuccess(answer) ? "delivered" : "rejected" });
    return answer;
  } catch (error) {
    end({ outcome: "failed" });
    throw error;
  }
}

/** True if a server has accepted a webhook. Redirects are failures. */
export function isSuccess({ status }: Pick<IncomingAnswer, "status">): boolean {
  return status >= 200 && status < 300;
}

/** A sentence with a space before it about an answer that redirects; empty for another one. */
export function redirectText({ redirectsTo }: Pick<IncomingAnswer, "redirectsTo">): string {
  return redirectsTo === null ? "" : ` It redirects to ${redirectsTo}. Enter the address that it redirects to.`;
}

/** The parsed address, or a sentence why it is invalid. */
function readUrl(text: string, httpsOnly: boolean): URL | string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return "A webhook's address begins with http:// or https://.";
  }
  if (url.username !== "" || url.password !== "") {
    return "A webhook's address must not contain a user name or password.";
  }
  return httpsOnly && url.protocol !== "https:" ? "Enter an address that begins with https://." : url;
}

async function readAnswer(answer: IncomingMessage, url: URL): Promise<IncomingAnswer> {
  const { statusCode: status = 0, headers } = answer;
  return {
    status,
    text: await beginningOf(answer),
    retryAfterMs: readRetryAfter(headers["retry-after"] ?? "", Date.now()),
    redirectsTo: status >= 300 && status < 400 ? redirection(headers.location, url) : null,
  };
}

/**
 * The first kilobyte of an answer's text, as much of it as comes within a second. The status line has decided whether the message was accepted,
 * so that an answer that is large, never ends or is cut off is no failure.
 */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = Buffer.alloc(0);
  const timer = setTimeout(() => answer.destroy(), TEXT_MS);
  try {
    for await (const chunk of answer) {
      text = Buffer.concat([text, Buffer.from(chunk)]).subarray(0, SHOWN_ANSWER_BYTES);
      if (text.length === SHOWN_ANSWER_BYTES) break;
    }
  } catch {
    // The text that arrived before the failure is shown.
  }
  clearTimeout(timer);
  // Without characters that PostgreSQL cannot store.
  return text.toString("utf8").replaceAll("\0", "");
}

function redirection(location: string | undefined, url: URL): string | null {
  const target = location === undefined ? null : URL.parse(location, url.href);
  if (target === null) return null;
  return target.origin === url.origin ? "another path of the same server" : target.origin;
}

/** A `Retry-After` header in ms: a number of seconds, or a date. Null for any other text. */
function readRetryAfter(value: string, now: number): number | null {
  if (/^\d{1,6}$/.test(value)) return Number(value) * SECOND_MS;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
