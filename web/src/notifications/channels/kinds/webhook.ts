import { IconWebhook } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const webhook: ChannelKindForm = {
  label: "Signed webhook",
  icon: IconWebhook,
  group: "webhook",
  address: { label: "Address", hint: "Such as https://hooks.example.com/alerts." },
  secret: {
    label: "Secret",
    hint: "Leave it empty for a new one, which is shown once. Each message carries webhook-id, webhook-timestamp and webhook-signature, as Standard Webhooks specifies.",
  },
  hasMadeSecret: true,
};
