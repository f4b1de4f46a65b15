import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import {
  channelKinds,
  FORGETTING_KINDS,
  openSecrets,
  selectChannelsOfKinds,
  type MessageAlert,
  type Senders,
  type StoredChannel,
} from "../../channels/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { limitConcurrency, repeat, type Part, type Sealer } from "../../platform/lib/index.ts";
import { selectOpenAlertsOf } from "./message-queries.ts";
import { byRule, selectMatchFacts, selectMessageFacts } from "../plan/waiting-queries.ts";
import { messageAlert } from "./write-content.ts";

export type ResendOptions = { db: Db; sealer: Sealer; senders: Senders; log: Logger };

/** Alerts in one request. */
export const RESENT_AT_ONCE = 500;

/** Channels to which alerts are sent at the same time. */
const CHANNELS_AT_ONCE = 8;

/**
 * Sends active alerts to receivers that forget others again each minute, such as Alertmanager. The attempts are not in the log of deliveries, because
 * nobody is notified by them.
 */
export function startResending(options: ResendOptions): Part {
  const work = async (signal: AbortSignal) => {
    const limited = limitConcurrency(CHANNELS_AT_ONCE);
    const channels = await selectChannelsOfKinds(options.db, FORGETTING_KINDS);
    const results = await Promise.allSettled(
      channels.map((channel) => limited(() => resendAlerts(options, channel, signal))),
    );
    const failed = results.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  };
  return repeat(work, {
    everyMs: MINUTE_MS,
    failure: "alerts could not be sent to Alertmanager again",
    log: options.log,
  });
}

/** Sends a channel the active alerts that it already got again, until a request fails or `signal` aborts. */
export async function resendAlerts(
  { db, sealer, senders, log }: ResendOptions,
  channel: StoredChannel,
  signal: AbortSignal,
): Promise<void> {
  const secrets = openSecrets(sealer, channel.sealed);
  const { sendAgain } = channelKinds[channel.kind];
  if (secrets === null || !sendAgain) return;
  let after = 0;
  while (!signal.aborted) {
    const open = await selectOpenAlertsOf(db, channel.id, { after, limit: RESENT_AT_ONCE });
    const last = open.at(-1);
    if (!last) return;
    const { ok, why } = await sendAgain(secrets, await openAlerts(db, open, senders.origin), senders);
    if (!ok) {
      log.warn({ channel: channel.id, why }, "open alerts could not be sent to an Alertmanager again");
      return;
    }
    after = last.alert;
  }
}

/** Active alerts as messages contain them, with the names of their rules. */
async function openAlerts(
  db: Db,
  open: readonly { alert: number; rule: number; name: string }[],
  origin: string,
): Promise<MessageAlert[]> {
  const ids = open.map(({ alert }) => alert);
  const facts = new Map((await selectMessageFacts(db, ids)).map((alert) => [alert.id, alert]));
  const matches = await selectMatchFacts(db, ids);
  return open.flatMap(({ alert: id, rule, name }) => {
    const alert = facts.get(id);
    if (!alert) return [];
    const said = byRule(alert, matches.get(`${id}:${rule}`));
    return messageAlert(said, { type: "repeated", rule: name, owner: null, origin });
  });
}
