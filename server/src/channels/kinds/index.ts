import { channelKind, type ChannelKind } from "@groundcrew/shared/channels";
import { alertmanagerIn } from "./alertmanager-in.ts";
import { alertmanager } from "./alertmanager.ts";
import type { ChannelKindDefinition } from "./definition.ts";
import { email } from "./email.ts";
import { mattermost } from "./mattermost.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

export const channelKinds: Record<ChannelKind, ChannelKindDefinition> = {
  email,
  webhook,
  slack,
  mattermost,
  teams,
  pagerduty,
  alertmanager,
  alertmanager_in: alertmanagerIn,
};

/** The kinds that only receive alerts. */
export const RECEIVING_KINDS = channelKind.options.filter((kind) => channelKinds[kind].onlyReceives);

/** The kinds to which active alerts are sent again. */
export const FORGETTING_KINDS = channelKind.options.filter((kind) => channelKinds[kind].sendAgain);
