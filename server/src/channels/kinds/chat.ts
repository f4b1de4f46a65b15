import type { OutgoingRequest } from "../../platform/webhooks/index.ts";
import type { Message } from "../message.ts";

const COLORS = { urgent: "#c92a2a", warning: "#e8a317", none: "#1c5cc0" } as const;

type Markup = { escape: (text: string) => string; link: (address: string, name: string) => string };

/** Others' text is markup nowhere: stations, Alertmanagers and customers choose it, and a link or a mention of theirs would be ours. */
export function chatRequest(message: Message, { escape, link }: Markup): OutgoingRequest {
  const { title, lines, severity, open_url, acknowledge_url, foot } = message;
  const links = [acknowledge_url && link(acknowledge_url, "Acknowledge"), link(open_url, "Open in the console")];
  const shown = escape(title);
  return jsonRequest({
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

/** Slack reads these three characters as markup, and Mattermost converts it; both decode the entities. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#]/g, (character) => `\\${character}`);
}

export function jsonRequest(body: object): OutgoingRequest {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
