import { channelKind, newChannel, type ChannelKind } from "@groundcrew/shared/channels";
import { z } from "zod";

/** Groups of kinds in the dialog of a new channel. */
const channelGroups = ["email", "webhook", "chat", "other"] as const;
export type ChannelGroup = (typeof channelGroups)[number];

export const groupLabels: Record<ChannelGroup, string> = {
  email: "Email",
  webhook: "Webhook",
  chat: "Chat",
  other: "Other",
};

export const kindsOf: Record<ChannelGroup, readonly ChannelKind[]> = {
  email: ["email"],
  webhook: ["webhook"],
  chat: ["slack", "mattermost", "teams"],
  other: ["pagerduty", "alertmanager", "alertmanager_in"],
};

export function groupOf(kind: ChannelKind): ChannelGroup {
  return channelGroups.find((group) => kindsOf[group].includes(kind)) ?? "other";
}

export type ChannelValues = { kind: string; name: string; address: string; secret: string };

export const emptyChannel: ChannelValues = { kind: "email", name: "", address: "", secret: "" };

/** The form of a new channel; an empty secret is none. */
export const channelForm = z
  .object({ kind: channelKind, name: z.string(), address: z.string(), secret: z.string() })
  .transform(({ secret, address, ...rest }): z.input<typeof newChannel> => ({
    ...rest,
    address: address.trim(),
    secret: secret.trim() === "" ? null : secret.trim(),
  }))
  .pipe(newChannel);

type FieldTexts = { label: string; hint: string };

/** The address field of each kind; null for a kind without one. */
export const addressTexts: Record<ChannelKind, FieldTexts | null> = {
  email: { label: "Email Address", hint: "One address. To notify several people, use a group address." },
  webhook: { label: "Address", hint: "Such as https://hooks.example.com/alerts." },
  slack: { label: "Webhook Address", hint: "The address of an incoming webhook of Slack. It is a secret." },
  mattermost: { label: "Webhook Address", hint: "The address of an incoming webhook of Mattermost. It is a secret." },
  teams: {
    label: "Workflow Address",
    hint: "The address of a workflow that posts a card to a channel. It is a secret.",
  },
  pagerduty: null,
  alertmanager: { label: "Address", hint: "The address of Alertmanager without /api/v2/alerts." },
  alertmanager_in: null,
};

/** The secret field of each kind; null for a kind whose secret is not entered. */
export const secretTexts: Record<ChannelKind, FieldTexts | null> = {
  email: null,
  webhook: {
    label: "Secret",
    hint: "Leave it empty for a new one, which is shown once. Each message carries webhook-id, webhook-timestamp and webhook-signature, as Standard Webhooks specifies.",
  },
  slack: null,
  mattermost: null,
  teams: null,
  pagerduty: { label: "Integration Key", hint: "Of a service with an Events API v2 integration." },
  alertmanager: { label: "Token", hint: "Sent as a bearer token. Leave it empty if there is none." },
  alertmanager_in: null,
};
