import { isUnanswered } from "../../platform/mail/index.ts";
import { installationOf, type Installation } from "../installation-queries.ts";
import type { Message } from "../message.ts";
import { failure, type Outcome, type Senders } from "../outcome.ts";
import type { ChannelKindDefinition } from "./definition.ts";

/** Sends emails by the installation's mail server. */
export const email: ChannelKindDefinition = {
  isMailed: true,
  shownAddress: (address) => address,
  send: ({ address }, message, senders) => sendMail({ to: address, settings: null }, message, senders),
};

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

/** An email with a text and an HTML part. Messages about one alert are one thread. */
export type ChannelMail = {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The id of the thread's first email; null for what starts one. */
  inReplyTo: string | null;
};

/** `host` is that of the console, for ids of emails, which also name the installation. `settings` is the page on which its recipient chooses what they get; null for a channel. */
export function emailOf(
  message: Message,
  { host, installation, settings }: { host: string; installation: Installation; settings: string | null },
): ChannelMail {
  const { title, lines, foot, open_url, acknowledge_url, alerts, type } = message;
  const [first] = alerts;
  const thread = first && alerts.length === 1 ? `<alert-${threadOf(first.alert, installation)}@${host}>` : null;
  const links = [
    ...(acknowledge_url === null ? [] : [`Acknowledge: ${acknowledge_url}`]),
    `Open in the console: ${open_url}`,
    ...(settings === null ? [] : [`Change what you are notified of: ${settings}`]),
  ];
  const isFirst = type === "started" && thread !== null;
  return {
    subject: title,
    text: [lines.join("\n\n"), "", ...links, ...(foot === "" ? [] : ["", foot]), ""].join("\n"),
    html: htmlOf(message, settings),
    messageId: isFirst ? thread : `<${message.id}@${host}>`,
    inReplyTo: isFirst ? null : thread,
  };
}

function threadOf(alert: number, installation: Installation): string {
  const id = installationOf(alert, installation);
  return id === null ? String(alert) : `${alert}.${id}`;
}

const BUTTON = "display:inline-block;padding:8px 14px;border-radius:6px;text-decoration:none;margin-right:8px";

function htmlOf({ lines, foot, open_url, acknowledge_url }: Message, settings: string | null): string {
  const { origin } = new URL(open_url);
  const [first = "", ...others] = lines.map((line) => withLinks(escapeHtml(line), origin).replaceAll("\n", "<br>"));
  const acknowledge =
    acknowledge_url === null
      ? ""
      : `<a href="${escapeHtml(acknowledge_url)}" style="${BUTTON};background:#1c5cc0;color:#ffffff">Acknowledge</a>`;
  const open = `<a href="${escapeHtml(open_url)}" style="${BUTTON};border:1px solid #8a94a6;color:#1c5cc0">Open in the console</a>`;
  const change =
    settings === null
      ? ""
      : `<a href="${escapeHtml(settings)}" style="color:#1c5cc0">Change what you are notified of</a>`;
  const small = [escapeHtml(foot), change].filter((text) => text !== "").join(" ");
  return [
    '<!doctype html><html lang="en"><body style="font:14px/20px sans-serif;color:#1a2233">',
    `<p><b>${first}</b></p>`,
    ...others.map((line) => `<p>${line}</p>`),
    `<p>${acknowledge}${open}</p>`,
    ...(small === "" ? [] : [`<p style="font-size:12px;color:#5b6578">${small}</p>`]),
    "</body></html>",
  ].join("\n");
}

/** Makes links of the console's own addresses; those of others stay text. */
function withLinks(html: string, origin: string): string {
  return html.replaceAll(/https?:\/\/[^\s<]+/g, (url) =>
    url.startsWith(`${origin}/`) ? `<a href="${url}" style="color:#1c5cc0">${url}</a>` : url,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
