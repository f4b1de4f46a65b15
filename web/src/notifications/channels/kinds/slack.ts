import { IconMessage2 } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const slack: ChannelKindForm = {
  label: "Slack",
  icon: IconMessage2,
  group: "chat",
  address: { label: "Webhook Address", hint: "The address of an incoming webhook of Slack. It is a secret." },
};
