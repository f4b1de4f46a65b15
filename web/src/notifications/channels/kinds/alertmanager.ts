import { IconBell } from "@tabler/icons-react";
import type { ChannelKindForm } from "./definition.ts";

export const alertmanager: ChannelKindForm = {
  label: "Alertmanager",
  icon: IconBell,
  group: "other",
  address: { label: "Address", hint: "The address of Alertmanager without /api/v2/alerts." },
  secret: { label: "Token", hint: "Sent as a bearer token. Leave it empty if there is none." },
};
