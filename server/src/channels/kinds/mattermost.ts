import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import type { Message } from "../message.ts";
import { exchange } from "../outcome.ts";
import { chatRequest, escapeMarkdown, escapeText } from "./chat.ts";
import { hostOf, type ChannelKindDefinition } from "./definition.ts";

export const mattermost: ChannelKindDefinition = {
  isPosted: true,
  shownAddress: hostOf,
  send: ({ address }, message, senders) => exchange(address, mattermostRequest(message), senders),
};

/** A message for Mattermost, which renders Markdown in all of its texts. */
export function mattermostRequest(message: Message): OutgoingRequest {
  return chatRequest(message, {
    escape: (text) => withoutMentions(escapeMarkdown(escapeText(text)).replaceAll(/[!~|]/g, "\\$&")),
    link: (address, name) => `[${name}](${address})`,
  });
}

const WORD_JOINER = "\u2060";

/** Mentions begin with an @ that a name follows at once. */
function withoutMentions(text: string): string {
  return text.replaceAll("@", `@${WORD_JOINER}`);
}
