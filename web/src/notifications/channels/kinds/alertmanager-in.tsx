import { IconBellRinging } from "@tabler/icons-react";
import { Notice } from "../../../ui/index.ts";
import type { ChannelKindForm } from "./definition.ts";

export const alertmanagerIn: ChannelKindForm = {
  label: "From Alertmanager",
  icon: IconBellRinging,
  group: "other",
  Fields: () => (
    <Notice tone="info">Alertmanager sends its alerts to this console. After saving, its token is shown once.</Notice>
  ),
  hasMadeSecret: true,
  onlyReceives: true,
};
