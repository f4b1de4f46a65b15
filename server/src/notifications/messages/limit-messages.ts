import { MESSAGES_A_MINUTE } from "@groundcrew/shared/notifications";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { channelKinds } from "../../channels/index.ts";
import type { RecipientFacts, WaitingNotification } from "../plan/waiting-queries.ts";

/** Notifications of one recipient that go in one message. */
export type Group = readonly WaitingNotification[];

/** The messages that a recipient gets now, one of them perhaps about all `more`, and the notifications that wait until `until` (ms). */
export type Limited = { messages: Group[]; more: Group; later: Group; until: number };

/**
 * Limits the messages to a recipient in a minute: ten, and then one about all others of its type. Further ones wait.
 * Services that manage incidents count alerts and not messages, so they are not limited.
 */
export function limitMessages(groups: readonly Group[], to: RecipientFacts, now: number): Limited {
  const until = (to.first_message === null ? now : Date.parse(to.first_message)) + MINUTE_MS;
  const isLimited = to.kind === null || !channelKinds[to.kind].isForIncidents;
  const free = isLimited ? Math.max(0, MESSAGES_A_MINUTE - to.messages) : groups.length;
  const messages = groups.slice(0, free);
  const others = groups.slice(free).flat();
  const isMoreSent = to.messages > MESSAGES_A_MINUTE;
  const type = isMoreSent ? null : others[0]?.type;
  return {
    messages,
    more: others.filter((notification) => notification.type === type),
    later: others.filter((notification) => notification.type !== type),
    until: Math.max(until, now + 1),
  };
}
