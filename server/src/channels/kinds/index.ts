import type { ChannelKind } from "@groundcrew/shared/channels";
import type { Message } from "../message.ts";
import type { Outcome, Senders } from "../outcome.ts";
import type { ChannelSecrets } from "../secrets.ts";
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

/** A channel to send to. `secrets.old_secret` is null once it is no longer valid. */
export type Target = { kind: ChannelKind; secrets: ChannelSecrets };

/** Sends a message to a channel once. */
export function sendToChannel({ kind, secrets }: Target, message: Message, senders: Senders): Promise<Outcome> {
  return channelKinds[kind].send(secrets, message, senders);
}
