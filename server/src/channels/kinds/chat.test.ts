import { expect, test } from "vitest";
import { mattermostRequest } from "./mattermost.ts";
import { slackRequest } from "./slack.ts";
import type { Message } from "../message.ts";

function messageWith(text: string): Message {
  const open_url = "https://groundcrew.example/attention/7";
  const acknowledge_url = `${open_url}?acknowledge`;
  const fields = { id: "msg_1", type: "started", severity: "urgent", time: "2026-11-21T18:09:04.000Z" } as const;
  return { ...fields, title: text, lines: [text, "Reno."], foot: text, open_url, acknowledge_url, alerts: [], more: 0 };
}

/** The texts of a message that people see, in which `text` occurs. */
function shown(request: { body: string | Uint8Array }) {
  const { text, attachments } = JSON.parse(String(request.body));
  const [{ fallback, title, footer, text: body }] = attachments;
  return { texts: [text, fallback, title, footer, body.split("\n")[0]], body };
}

// Each row: what a station, an Alertmanager or a customer wrote, and the same for Slack and for Mattermost. JOIN is a word joiner.
test.each([
  ["Offline", "Offline", "Offline"],
  ["104°F inside, limit 100°F", "104°F inside, limit 100°F", "104°F inside, limit 100°F"],
  ["电池3号温度过高 – Grüße ✓", "电池3号温度过高 – Grüße ✓", "电池3号温度过高 – Grüße ✓"],
  [
    "<!channel> <!here> <@U1>",
    "&lt;!channel&gt; &lt;!here&gt; &lt;@U1&gt;",
    "&lt;\\!channel&gt; &lt;\\!here&gt; &lt;@JOINU1&gt;",
  ],
  ["<https://evil.example|Reset>", "&lt;https://evil.example|Reset&gt;", "&lt;https://evil.example\\|Reset&gt;"],
  ["&lt;!channel&gt;", "&amp;lt;!channel&amp;gt;", "&amp;lt;\\!channel&amp;gt;"],
  ["@all @channel @here", "@all @channel @here", "@JOINall @JOINchannel @JOINhere"],
  ["mail ana@harbor.example", "mail ana@harbor.example", "mail ana@JOINharbor.example"],
  ["[Reset](https://evil.example)", "[Reset](https://evil.example)", "\\[Reset\\]\\(https://evil.example\\)"],
  [
    "![x](https://evil.example/p.png)",
    "![x](https://evil.example/p.png)",
    "\\!\\[x\\]\\(https://evil.example/p.png\\)",
  ],
  ["[x]: https://evil.example", "[x]: https://evil.example", "\\[x\\]: https://evil.example"],
  [
    "# Big **bold** _it_ ~~gone~~",
    "# Big **bold** _it_ ~~gone~~",
    "\\# Big \\*\\*bold\\*\\* \\_it\\_ \\~\\~gone\\~\\~",
  ],
  ["`code` ```block```", "`code` ```block```", "\\`code\\` \\`\\`\\`block\\`\\`\\`"],
  ["a | b ~town-square", "a | b ~town-square", "a \\| b \\~town-square"],
  ["back\\slash \\[x](y)", "back\\slash \\[x](y)", "back\\\\slash \\\\\\[x\\]\\(y\\)"],
])("%s is no markup in chats", (text, inSlack, inMattermost) => {
  const [slack, mattermost] = [shown(slackRequest(messageWith(text))), shown(mattermostRequest(messageWith(text)))];
  expect(slack.texts).toEqual(Array.from({ length: 5 }, () => inSlack));
  expect(mattermost.texts).toEqual(Array.from({ length: 5 }, () => inMattermost.replaceAll("JOIN", "\u2060")));
});

test("the console's own links work in both", () => {
  const message = messageWith("Offline");
  expect(shown(slackRequest(message)).body).toBe(
    "Offline\nReno.\n<https://groundcrew.example/attention/7?acknowledge|Acknowledge>  <https://groundcrew.example/attention/7|Open in the console>",
  );
  expect(shown(mattermostRequest(message)).body).toBe(
    "Offline\nReno.\n[Acknowledge](https://groundcrew.example/attention/7?acknowledge)  [Open in the console](https://groundcrew.example/attention/7)",
  );
  const { attachments } = JSON.parse(String(slackRequest(message).body));
  expect(attachments).toMatchObject([{ color: "#c92a2a", title_link: "https://groundcrew.example/attention/7" }]);
});
