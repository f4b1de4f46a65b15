import { IconMail } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const email: ChannelKindForm = {
  label: "Email",
  icon: IconMail,
  group: "email",
  address: {
    label: "Email Address",
    hint: "One address. To notify several people, use a group address.",
    inputMode: "email",
  },
  text: (address) => address,
};
