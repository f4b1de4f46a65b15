import type { ChannelKind } from "@groundcrew/shared/channels";
import { SECOND_MS, truncate } from "@groundcrew/shared/lib";
import { isUnanswered, type Mailer } from "../mail/index.ts";
import {
  isSuccess,
  redirectText,
  Unanswered,
  type IncomingAnswer,
  type OutgoingRequest,
  type Webhooks,
} from "../webhooks/index.ts";
import { mattermostRequest, slackRequest, teamsRequest } from "./format-chat.ts";
import { emailOf } from "./format-email.ts";
import {
  alertmanagerAddress,
  alertmanagerRequest,
  alertmanagerTest,
  pagerDutyRequest,
  pagerDutyResolution,
} from "./format-incident.ts";
import { webhookRequest } from "./format-webhook.ts";
import type { Installation } from "./installation-queries.ts";
import type { Message } from "./message.ts";
import type { ChannelSecrets } from "./secrets.ts";

/** How long a receiver may take to answer. */
export const CHANNEL_TIMEOUT_MS = 10 * SECOND_MS;

/** PagerDuty's addresses for events, by region of its service. */
export const PAGER_DUTY = {
  us: "https://events.pagerduty.com/v2/enqueue",
  eu: "https://events.eu.pagerduty.com/v2/enqueue",
};

/**
 * What came of an attempt. `status` and `answer` are those of a web server, `why` is a sentence. After `gone` nothing is to be sent there any
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

/** How messages are handed over. `pagerDuty` are the addresses of the regions of its service; `origin` is the console's. */
export type Senders = {
  mailer: Mailer;
  webhooks: Webhooks;
  origin: string;
  product: string;
  installation: Installation;
  pagerDuty: { us: string; eu: string };
  now: () => number;
};

/** A channel to send to. `secrets.old_secret` is null once it is no longer valid. */
export type Target = { kind: ChannelKind; secrets: ChannelSecrets };

/** Sends a message to a channel once. */
export async function sendToChannel(target: Target, message: Message, senders: Senders): Promise<Outcome> {
  const { kind, secrets } = target;
  switch (kind) {
    case "email":
      return sendMail({ to: secrets.address, settings: null }, message, senders);
    case "alertmanager_in":
      return failure("This channel only receives alerts.", 0);
    case "pagerduty":
      return sendToPagerDuty(secrets, message, senders);
    case "alertmanager": {
      const { product, installation, now } = senders;
      const settings = { token: secrets.secret, now: now(), product, installation };
      const isTest = message.type === "test";
      const request = isTest ? alertmanagerTest(message, settings) : alertmanagerRequest(message.alerts, settings);
      return exchange(alertmanagerAddress(secrets.address), request, senders);
    }
    case "webhook": {
      const valid = [secrets.secret, secrets.old_secret].filter((secret) => secret !== null);
      return exchange(
        secrets.address,
        webhookRequest(message, valid, { now: senders.now(), installation: senders.installation.id }),
        senders,
      );
    }
    case "teams":
      return exchange(secrets.address, teamsRequest(message), senders);
    case "slack":
      return exchange(secrets.address, slackRequest(message), senders);
    case "mattermost":
      return exchange(secrets.address, mattermostRequest(message), senders);
  }
}

/** Sends an email to one address. `settings` is the page on which a person chooses what they get; null for a channel. */
export async function sendMail(
  { to, settings }: { to: string; settings: string | null },
  message: Message,
  { mailer, origin, installation, now }: Senders,
): Promise<Outcome> {
  const { messageId, inReplyTo, ...mail } = emailOf(message, {
    host: new URL(origin).hostname,
    installation,
    settings,
  });
  const begun = now();
  try {
    await mailer.send({ to, ...mail, messageId, ...(inReplyTo !== null && { inReplyTo }) });
  } catch (error) {
    const why = error instanceof Error ? error.message : "The mail server did not accept it.";
    return { ...failure(why, now() - begun), mayHaveArrived: isUnanswered(error) };
  }
  if (mailer.writesFiles)
    return { ...failure("Written to a file: no mail server is set up.", now() - begun), unsent: true };
  return { ...failure("Accepted by the mail server.", now() - begun), ok: true };
}

async function sendToPagerDuty(
  { address, secret }: ChannelSecrets,
  message: Message,
  senders: Senders,
): Promise<Outcome> {
  const url = address === "eu" ? senders.pagerDuty.eu : senders.pagerDuty.us;
  const key = secret ?? "";
  const outcome = await exchange(url, pagerDutyRequest(message, key, senders), senders);
  // A test leaves no open incident.
  if (outcome.ok && message.type === "test") await exchange(url, pagerDutyResolution(message, key), senders);
  return outcome;
}

/** Posts a request and says in a sentence what came of it. */
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
/** Answers of a gateway that got none, or none that it understood, from the receiver behind it. */
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

function failure(why: string, ms: number): Outcome {
  const nothing = { status: null, answer: "", gone: false, retryAfterMs: null, mayHaveArrived: false };
  return { ...nothing, ok: false, ms: Math.max(0, ms), why };
}
