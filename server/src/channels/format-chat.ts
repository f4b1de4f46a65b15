import type { OutgoingRequest } from "../webhooks/index.ts";
import type { Message } from "./message.ts";

const COLORS = { urgent: "#c92a2a", warning: "#e8a317", none: "#1c5cc0" } as const;

/** A message for Slack's and Mattermost's incoming webhooks. Both show `text` in notifications, and the attachment below it. */
export function chatRequest(message: Message): OutgoingRequest {
  const { title, lines, severity, open_url, acknowledge_url, foot } = message;
  const links = [acknowledge_url && link(acknowledge_url, "Acknowledge"), link(open_url, "Open in the console")];
  const text = [...lines.map(escapeText), links.filter(Boolean).join("  ")].join("\n");
  return json({
    text: escapeText(title),
    attachments: [
      {
        color: COLORS[severity],
        fallback: title,
        title,
        title_link: open_url,
        text,
        ...(foot !== "" && { footer: foot }),
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

/** Slack reads these three characters as markup; Mattermost decodes them too. Links and mentions of others' text must not work. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function link(address: string, name: string): string {
  return `<${address}|${name}>`;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#]/g, (character) => `\\${character}`);
}

function json(body: object): OutgoingRequest {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
