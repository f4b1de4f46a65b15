import type { ChannelKind } from "@groundcrew/shared/channels";
import { alertmanagerIn } from "./alertmanager-in.tsx";
import { alertmanager } from "./alertmanager.ts";
import type { ChannelKindForm } from "./definition.ts";
import { email } from "./email.ts";
import { mattermost } from "./mattermost.ts";
import { pagerduty } from "./pagerduty.tsx";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

/** The kinds of channels. A new kind is a file and a line here. */
export const channelKindForms: Readonly<Record<ChannelKind, ChannelKindForm>> = {
  email,
  webhook,
  slack,
  mattermost,
  teams,
  pagerduty,
  alertmanager,
  alertmanager_in: alertmanagerIn,
};
