import type { Timestamp } from "@groundcrew/shared/lib";
import {
  channelKinds,
  findStoredChannel,
  openSecrets,
  sendMail,
  type Message,
  type Outcome,
  type Senders,
} from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Sealer } from "../../platform/lib/index.ts";
import { findAddress, findPause } from "./message-queries.ts";
import { readRecipient } from "../plan/recipient.ts";

/** The result of delivering a message: an attempt, or why there was none. */
export type Delivered =
  | { kind: "attempt"; outcome: Outcome }
  | { kind: "paused"; until: Timestamp | null }
  | { kind: "missing"; why: string };

/** The dependencies of delivery. `sealer` opens the secrets of channels; `push` sends to a device. */
export type Delivering = {
  db: Db;
  sealer: Sealer;
  senders: Senders;
  push: (device: number, message: Message) => Promise<Outcome | null>;
};

/** Hands a message over once to its recipient: a channel, a person's address or a device. */
export async function deliverMessage(delivering: Delivering, recipient: string, message: Message): Promise<Delivered> {
  const { kind, id } = readRecipient(recipient);
  if (kind === "channel") return toChannel(delivering, id, message);
  if (kind === "email") {
    const address = await findAddress(delivering.db, id, message.id);
    if (address === undefined) return { kind: "missing", why: "The person no longer belongs to the organization." };
    const settings = `${delivering.senders.origin}/attention/me`;
    return { kind: "attempt", outcome: await sendMail({ to: address, settings }, message, delivering.senders) };
  }
  const outcome = await delivering.push(id, message);
  return outcome ? { kind: "attempt", outcome } : { kind: "missing", why: "The device no longer receives messages." };
}

async function toChannel({ db, sealer, senders }: Delivering, id: number, message: Message): Promise<Delivered> {
  const channel = await findStoredChannel(db, id, null);
  if (!channel) return { kind: "missing", why: "The channel was deleted." };
  const pause = await findPause(db, id);
  if (pause) return { kind: "paused", until: pause.until };
  const secrets = openSecrets(sealer, channel.sealed);
  if (secrets === null) return { kind: "attempt", outcome: SEALED };
  const old_secret = channel.old_secret_until === null ? null : secrets.old_secret;
  const outcome = await channelKinds[channel.kind].send({ ...secrets, old_secret }, message, senders);
  return { kind: "attempt", outcome };
}

const SEALED: Outcome = {
  ok: false,
  status: null,
  ms: 0,
  answer: "",
  why: "The server's secret key has changed. Enter the address and the secret again.",
  gone: false,
  retryAfterMs: null,
  mayHaveArrived: false,
};
