import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import type { Message } from "../message.ts";
import { exchange } from "../outcome.ts";
import { chatRequest, escapeText } from "./chat.ts";
import type { ChannelKindDefinition } from "./definition.ts";

const SHOWN_PATH = 14;

export const slack: ChannelKindDefinition = {
  isPosted: true,
  // The rest of the path is a secret, and its beginning tells two apart.
  shownAddress(address) {
    const { host, pathname } = new URL(address);
    return pathname.length > SHOWN_PATH ? `${host}${pathname.slice(0, SHOWN_PATH)}…` : `${host}${pathname}`;
  },
  send: ({ address }, message, senders) => exchange(address, slackRequest(message), senders),
};

/** A message for Slack's incoming webhooks: `text` is shown in notifications, and the attachment below it. */
export function slackRequest(message: Message): OutgoingRequest {
  return chatRequest(message, { escape: escapeText, link: (address, name) => `<${address}|${name}>` });
}
