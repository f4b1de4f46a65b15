import { IconMessage2 } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const mattermost: ChannelKindForm = {
  label: "Mattermost",
  icon: IconMessage2,
  group: "chat",
  address: { label: "Webhook Address", hint: "The address of an incoming webhook of Mattermost. It is a secret." },
};
