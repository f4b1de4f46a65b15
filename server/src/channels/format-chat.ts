import type { OutgoingRequest } from "../webhooks/index.ts";
import type { Message } from "./message.ts";

const COLORS = { urgent: "#c92a2a", warning: "#e8a317", none: "#1c5cc0" } as const;

/** A message for Slack's incoming webhooks: `text` is shown in notifications, and the attachment below it. */
export function slackRequest(message: Message): OutgoingRequest {
  return chatRequest(message, { escape: escapeText, link: (address, name) => `<${address}|${name}>` });
}

/** The same for Mattermost, which renders Markdown in all of its texts. */
export function mattermostRequest(message: Message): OutgoingRequest {
  return chatRequest(message, {
    escape: (text) => withoutMentions(escapeMarkdown(escapeText(text)).replaceAll(/[!~|]/g, "\\$&")),
    link: (address, name) => `[${name}](${address})`,
  });
}

type Markup = { escape: (text: string) => string; link: (address: string, name: string) => string };

/** Others' text is markup nowhere: stations, Alertmanagers and customers choose it, and a link or a mention of theirs would be ours. */
function chatRequest(message: Message, { escape, link }: Markup): OutgoingRequest {
  const { title, lines, severity, open_url, acknowledge_url, foot } = message;
  const links = [acknowledge_url && link(acknowledge_url, "Acknowledge"), link(open_url, "Open in the console")];
  const shown = escape(title);
  return json({
    text: shown,
    attachments: [
      {
        color: COLORS[severity],
        fallback: shown,
        title: shown,
        title_link: open_url,
        text: [...lines.map(escape), links.filter(Boolean).join("  ")].join("\n"),
        ...(foot !== "" && { footer: escape(foot) }),
      },
    ],
  });
}

/** An Adaptive Card 1.4 for a Teams workflow. */
export function teamsRequest({ title, lines, foot, severity, open_url, acknowledge_url }: Message): OutgoingRequest {
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
  return json({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  });
}

/** Slack reads these three characters as markup, and Mattermost converts it; both decode the entities. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#]/g, (character) => `\\${character}`);
}

const WORD_JOINER = "\u2060";

/** Mentions begin with an @ that a name follows at once. */
function withoutMentions(text: string): string {
  return text.replaceAll("@", `@${WORD_JOINER}`);
}

function json(body: object): OutgoingRequest {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
