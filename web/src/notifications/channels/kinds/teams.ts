import { IconMessage2 } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const teams: ChannelKindForm = {
  label: "Teams",
  icon: IconMessage2,
  group: "chat",
  address: {
    label: "Workflow Address",
    hint: "The address of a workflow that posts a card to a channel. It is a secret.",
  },
};
