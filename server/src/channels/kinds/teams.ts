import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import type { Message } from "../message.ts";
import { exchange } from "../outcome.ts";
import { escapeMarkdown, jsonRequest } from "./chat.ts";
import { hostOf, type ChannelKindDefinition } from "./definition.ts";

export const teams: ChannelKindDefinition = {
  isPosted: true,
  shownAddress: hostOf,
  send: ({ address }, message, senders) => exchange(address, teamsRequest(message), senders),
};

/** An Adaptive Card 1.4 for a Teams workflow. */
function teamsRequest({ title, lines, foot, severity, open_url, acknowledge_url }: Message): OutgoingRequest {
  const color = { urgent: "Attention", warning: "Warning", none: "Accent" }[severity];
  const block = { type: "TextBlock", wrap: true };
  const open = (address: string, name: string) => ({ type: "Action.OpenUrl", title: name, url: address });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { ...block, text: escapeMarkdown(title), weight: "Bolder", size: "Medium", color },
      ...lines.map((text) => ({ ...block, text: escapeMarkdown(text) })),
      ...(foot === "" ? [] : [{ ...block, text: escapeMarkdown(foot), isSubtle: true, size: "Small" }]),
    ],
    actions: [
      ...(acknowledge_url === null ? [] : [open(acknowledge_url, "Acknowledge")]),
      open(open_url, "Open in the console"),
    ],
  };
  return jsonRequest({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  });
}
